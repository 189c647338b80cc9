import { dayStepsText } from "./day-steps";

/** `days` are days counted from a deadline, see `day-steps.ts`. */
export type ParameterType = "text" | "int" | "switch" | "days";
export type ParameterGroup =
  | "security"
  | "ui"
  | "warning"
  | "export"
  | "log"
  | "files"
  | "notify"
  | "deadline"
  | "receiving"
  | "price";

/** One tunable limit of the product. What stands here exists; the row in the table holds the value that applies. */
export interface ParameterFacts {
  name: string;
  group: ParameterGroup;
  type: ParameterType;
  initial: string;
  /** Bounds of whole numbers, inclusive. */
  min?: number;
  max?: number;
  unit?: string;
  remark?: string;
}

/**
 * Every parameter, by key. Nothing stands here that the program does not read: an administrator who turns a knob must see
 * something happen.
 */
export const PARAMETERS = {
  "security.login.maxFail": int({
    name: "连续登录失败次数上限",
    group: "security",
    initial: 5,
    min: 3,
    max: 20,
    unit: "次",
    remark: "达到后须等待才能再试；账号用过的浏览器单独计数，别人的失败不影响它",
  }),
  "security.login.failWindowMin": int({
    name: "失败次数统计时长",
    group: "security",
    initial: 30,
    min: 5,
    max: 1440,
    unit: "分钟",
  }),
  "security.login.lockMin": int({
    name: "用过的浏览器连续失败后的锁定时长",
    group: "security",
    initial: 15,
    min: 1,
    max: 1440,
    unit: "分钟",
  }),
  "security.ticket.maxFail": int({
    name: "同一地址打开无效链接的次数上限",
    group: "security",
    initial: 20,
    min: 2,
    max: 1000,
    unit: "次",
    remark: "达到后该地址在锁定时长内打不开任何凭链接打开的页面",
  }),
  "security.ticket.failWindowMin": int({
    name: "无效链接次数的统计时长",
    group: "security",
    initial: 60,
    min: 1,
    max: 1440,
    unit: "分钟",
  }),
  "security.ticket.lockMin": int({
    name: "打开无效链接过多后的锁定时长",
    group: "security",
    initial: 60,
    min: 1,
    max: 1440,
    unit: "分钟",
  }),
  "embedded.linkDays": int({
    name: "随待办发出的审批链接有效天数",
    group: "security",
    initial: 7,
    min: 1,
    max: 365,
    unit: "天",
    remark: "从发出时起算，只用于专门的审批页面；过期后可在OA日志重发待办",
  }),
  "embedded.hoursAfterDecision": int({
    name: "审批结束后审批链接仍可打开的时长",
    group: "security",
    initial: 24,
    min: 0,
    max: 720,
    unit: "小时",
  }),
  "security.login.waitSec": int({
    name: "连续登录失败后的首次等待时长",
    group: "security",
    initial: 5,
    min: 1,
    max: 900,
    unit: "秒",
    remark: "按账号、按地址各自计算，以后每失败一次加倍",
  }),
  "security.login.waitMaxSec": int({
    name: "每个账号的最长等待时长",
    group: "security",
    initial: 60,
    min: 5,
    max: 900,
    unit: "秒",
    remark: "不宜过长：等待期间，本人在新的浏览器上也不能登录",
  }),
  "security.login.perMinute": int({
    name: "每个地址每分钟登录次数上限",
    group: "security",
    initial: 20,
    min: 5,
    max: 10000,
    unit: "次",
    remark: "多人共用一个出口地址时可调高",
  }),
  "security.login.addressFail": int({
    name: "每个地址10分钟内登录失败次数上限",
    group: "security",
    initial: 20,
    min: 5,
    max: 1000,
    unit: "次",
    remark: "达到后每次失败等待加倍，最长10分钟",
  }),
  "security.captcha.afterFail": int({
    name: "登录失败几次后要求图形验证码",
    group: "security",
    initial: 3,
    min: 1,
    max: 20,
    unit: "次",
  }),
  "security.password.maxAgeDays": int({
    name: "密码最长使用天数",
    group: "security",
    initial: 180,
    min: 0,
    max: 3650,
    unit: "天",
    remark: "超过后须先修改密码；0为不限",
  }),
  "security.password.history": int({
    name: "不能重复使用的最近密码数",
    group: "security",
    initial: 5,
    min: 1,
    max: 24,
    unit: "次",
    remark: "含当前密码",
  }),
  "security.tempPassword.hours": int({
    name: "一次性密码有效时长",
    group: "security",
    initial: 72,
    min: 1,
    max: 720,
    unit: "小时",
  }),
  "security.session.idleHours": int({
    name: "闲置多久后需重新登录",
    group: "security",
    initial: 0,
    min: 0,
    max: 168,
    unit: "小时",
    remark: "0为不限",
  }),
  "export.maxRows": int({
    name: "一次导出的最多行数",
    group: "export",
    initial: 200_000,
    min: 1000,
    max: 200_000,
    unit: "行",
    remark: "超过后须缩小筛选条件再导出",
  }),
  "export.backgroundRows": int({
    name: "超过多少行改为后台导出",
    group: "export",
    initial: 20_000,
    min: 1000,
    max: 200_000,
    unit: "行",
    remark: "更多的行在导出中心生成，完成后通知",
  }),
  "export.perPerson": int({
    name: "每人同时进行的后台导出上限",
    group: "export",
    initial: 3,
    min: 1,
    max: 20,
    unit: "个",
  }),
  "export.atOnce": int({
    name: "同时生成的后台导出",
    group: "export",
    initial: 2,
    min: 1,
    max: 8,
    unit: "个",
    remark: "其余的排队；每人同时只生成一个",
  }),
  "export.keepDays": int({
    name: "导出文件保留天数",
    group: "export",
    initial: 7,
    min: 1,
    max: 90,
    unit: "天",
    remark: "到期后文件删除，可重新生成",
  }),
  "log.keepDays": int({
    name: "登录日志保留天数",
    group: "log",
    initial: 180,
    min: 180,
    max: 3650,
    unit: "天",
    remark: "网络日志留存不少于六个月",
  }),
  "job.keepDays": int({
    name: "任务执行日志保留天数",
    group: "log",
    initial: 90,
    min: 7,
    max: 3650,
    unit: "天",
    remark: "每个任务最近一次的日志始终保留",
  }),
  "notify.quietFrom": int({
    name: "免打扰开始",
    group: "notify",
    initial: 22,
    min: 0,
    max: 23,
    unit: "时",
    remark: "此后的邮件推迟到免打扰结束；与结束相同则不推迟",
  }),
  "notify.quietTo": int({ name: "免打扰结束", group: "notify", initial: 7, min: 0, max: 23, unit: "时" }),
  "supplier.bank.coolingHours": int({
    name: "新银行账户付款复核时长",
    group: "warning",
    initial: 72,
    min: 0,
    max: 720,
    unit: "小时",
    remark: "账户生效后这段时间内的付款须财务再次确认；0为不要求",
  }),
  "files.mostMb": int({ name: "单个文件大小上限", group: "files", initial: 50, min: 1, max: 2048, unit: "MB" }),
  "files.totalMb": int({ name: "单据附件合计上限", group: "files", initial: 200, min: 1, max: 10240, unit: "MB" }),
  "forms.draftsPerForm": int({
    name: "同一表单最多保留的暂存份数",
    group: "ui",
    initial: 5,
    min: 1,
    max: 20,
    unit: "份",
    remark: "超过后最早的一份不再保留",
  }),
  "forms.draftKeepDays": int({
    name: "暂存内容保留天数",
    group: "ui",
    initial: 30,
    min: 1,
    max: 365,
    unit: "天",
    remark: "从最后一次暂存算起",
  }),
  "forms.closingHour": int({
    name: "截止时间默认几点",
    group: "ui",
    initial: 17,
    min: 0,
    max: 23,
    unit: "点",
    remark: "在日历里只选了日期时填入，可以再改",
  }),
  "deadline.remindHour": int({
    name: "几点起发送到期提醒",
    group: "deadline",
    initial: 8,
    min: 0,
    max: 23,
    unit: "点",
    remark: "每天从这一点起提醒一轮；到期自动处理的不等这一点",
  }),
  "order.confirmHours": int({
    name: "采购订单确认时限",
    group: "deadline",
    initial: 48,
    min: 1,
    max: 720,
    unit: "小时",
    remark: "从下达或变更生效时起，供应商在此以前确认；已经下达的订单不变",
  }),
  "order.reopenDays": int({
    name: "采购订单结束后可重新打开的天数",
    group: "deadline",
    initial: 30,
    min: 0,
    max: 3650,
    unit: "天",
    remark: "从关闭或完成之日算起",
  }),
  "product.packLoss": int({
    name: "客供包材允许超耗",
    group: "warning",
    initial: 3,
    min: 0,
    max: 100,
    unit: "%",
    remark: "供应商填报的耗用超过应耗这么多时，在订单上列出并提醒采购员",
  }),
  "product.packWaste": int({
    name: "客供包材默认损耗率",
    group: "warning",
    initial: 1,
    min: 0,
    max: 100,
    unit: "%",
    remark: "计算应耗数量用；同一成品和包材没有以前的订单时取它，可以在订单上修改",
  }),
  "coa.copyBatches": int({
    name: "与最近几批COA完全一致时提示疑似复制",
    group: "warning",
    initial: 5,
    min: 1,
    max: 20,
    unit: "批",
    remark: "每个检验项目都与同一供应商同一物料的前几批相同时，提示质量人员",
  }),
  "coa.trendBatches": int({
    name: "COA批次趋势图显示的批数",
    group: "ui",
    initial: 12,
    min: 2,
    max: 50,
    unit: "批",
  }),
  "receiving.diffPermille": int({
    name: "收货差异须说明的界限",
    group: "receiving",
    initial: 5,
    min: 0,
    max: 1000,
    unit: "‰",
    remark: "清点数量与送货数量相差超过这个千分比的，须填写原因并上传照片",
  }),
  "inventory.reportDays": int({
    name: "供应商库存上报有效天数",
    group: "receiving",
    initial: 7,
    min: 1,
    max: 365,
    unit: "天",
    remark: "超过这么多天没有更新的库存视为过期，不计入备货，每周提醒供应商；供应商看到的提示按初始值",
  }),
  "inventory.coverDays": int({
    name: "可供天数按近几天的订单计算",
    group: "receiving",
    initial: 30,
    min: 1,
    max: 365,
    unit: "天",
    remark: "可供天数＝可用库存÷这些天内平均每天的订单数量",
  }),
  "inventory.expiringDays": int({
    name: "供应商库存临期天数",
    group: "receiving",
    initial: 30,
    min: 1,
    max: 365,
    unit: "天",
    remark: "到期日在这么多天以内的列为临期",
  }),
  "quota.deviationPoints": int({
    name: "配额执行偏差的界限",
    group: "warning",
    initial: 10,
    min: 1,
    max: 100,
    unit: "百分点",
    remark: "供应商实际下单的比例与配额相差超过它的，标为执行偏差过大，每月提醒编制人",
  }),
  "sourcing.expiringDays": int({
    name: "货源即将断供的天数",
    group: "warning",
    initial: 30,
    min: 1,
    max: 365,
    unit: "天",
    remark: "物料的最后一个正式货源或其型检报告在这么多天以内到期的，列为即将断供",
  }),
  "demand.overPercent": int({
    name: "转采购订单可以超出需求份额的比例",
    group: "receiving",
    initial: 10,
    min: 0,
    max: 100,
    unit: "%",
    remark: "按包装、整车取整时，订单数量可以比需求计划分给供应商的份额多这么多",
  }),
  "plan.overPercent": int({
    name: "寻源可以超出采购计划数量的比例",
    group: "price",
    initial: 5,
    min: 0,
    max: 100,
    unit: "%",
    remark: "询价数量合计可以比批准的计划数量多这么多",
  }),
  "plan.priceWarnPercent": int({
    name: "采购计划预算单价须说明的涨幅",
    group: "price",
    initial: 10,
    min: 0,
    max: 1000,
    unit: "%",
    remark: "预算单价比上次采购价上涨超过这个比例的行，提交时须填写说明",
  }),
  "fiscal.startMonth": int({
    name: "财年开始月份",
    group: "price",
    initial: 1,
    min: 1,
    max: 12,
    unit: "月",
    remark: "财年按开始的年份命名，如从4月开始的2026财年到次年3月；已有的财年供货不变",
  }),
  "fiscal.lagPoints": int({
    name: "财年供货执行落后的界限",
    group: "warning",
    initial: 15,
    min: 0,
    max: 100,
    unit: "百分点",
    remark: "执行率比时间进度低得超过它的，标为落后",
  }),
  "fiscal.overPercent": int({
    name: "订单可以超出财年约定供货量的比例",
    group: "price",
    initial: 10,
    min: 0,
    max: 1000,
    unit: "%",
    remark: "财年内的订单合计超出约定供货量这个比例的，订单提交和下达时提醒",
  }),
  "fiscal.capacityDay": int({
    name: "供应商每月填报产能的日期",
    group: "price",
    initial: 10,
    min: 1,
    max: 28,
    unit: "日",
    remark: "每月这一天以前请供应商更新财年供货的月度产能",
  }),
  "indicator.greenPercent": int({
    name: "关键指标绿灯的达成率",
    group: "warning",
    initial: 100,
    min: 1,
    max: 1000,
    unit: "%",
    remark: "达成率达到它的为绿灯；已关账的不变",
  }),
  "indicator.yellowPercent": int({
    name: "关键指标黄灯的达成率",
    group: "warning",
    initial: 90,
    min: 1,
    max: 1000,
    unit: "%",
    remark: "达成率达到它而没有到绿灯的为黄灯，低于它的为红灯；已关账的不变",
  }),
  "rfq.draftDays": int({
    name: "由计划转成的询价单默认报价天数",
    group: "price",
    initial: 7,
    min: 1,
    max: 90,
    unit: "天",
    remark: "采购计划转询价、需求计划转寻源生成的询价草稿，报价截止默认为这么多天以后，采购员可以修改",
  }),
  "rfq.draftValidDays": int({
    name: "需求计划转寻源的默认价格有效天数",
    group: "price",
    initial: 365,
    min: 1,
    max: 1095,
    unit: "天",
    remark: "需求计划转寻源生成的询价草稿，价格有效期默认从当天起这么多天，采购员可以修改",
  }),
  "stock.callDays": int({
    name: "备货要货的交货天数",
    group: "receiving",
    initial: 3,
    min: 0,
    max: 90,
    unit: "天",
    remark: "按备货协议要货的订单行没有填写需求日期的，为订单日期后这么多天",
  }),
  "provision.lateDays": int({
    name: "规定发布后准入的供应商的确认天数",
    group: "deadline",
    initial: 7,
    min: 1,
    max: 90,
    unit: "天",
    remark: "从通知那天算起，不早于规定自己的确认期限",
  }),
  "return.confirmDays": int({
    name: "退货确认时限",
    group: "deadline",
    initial: 3,
    min: 1,
    max: 60,
    unit: "天",
    remark: "从通知供应商起，逾期没有答复视为同意；已经通知的退货单不变",
  }),
  "receiving.slotChangeHours": int({
    name: "送货时段开始前几小时起不能改约",
    group: "receiving",
    initial: 4,
    min: 0,
    max: 720,
    unit: "小时",
    remark: "供应商在此以前可以改约或放弃时段；取消送货不受限制",
  }),
  "receiving.slotLateMinutes": int({
    name: "送货迟到多久失去时段",
    group: "receiving",
    initial: 60,
    min: 1,
    max: 1440,
    unit: "分钟",
    remark: "从送货单的预计到达算起，仍未签到的标记迟到，时段让给别的车",
  }),
  "price.backDays": int({
    name: "核价可以追溯生效的天数",
    group: "price",
    initial: 0,
    min: 0,
    max: 365,
    unit: "天",
    remark: "提交和最后一步审批时检查；0为不允许追溯",
  }),
  "price.riseNotePercent": int({
    name: "涨价须说明并上传依据的界限",
    group: "price",
    initial: 5,
    min: 0,
    max: 100,
    unit: "%",
    remark: "涨幅达到这个比例的行须填写说明，单据须有依据",
  }),
  "price.manualLimit": int({
    name: "未经比价须说明理由的年度采购金额",
    group: "price",
    initial: 50000,
    min: 0,
    max: 100000000,
    unit: "元",
    remark: "按核价单的币种计，超过的须填写未经比价的理由",
  }),
  "price.tempDays": int({
    name: "临时价最长有效天数",
    group: "price",
    initial: 30,
    min: 1,
    max: 365,
    unit: "天",
  }),
  "order.priceRequired": int({
    name: "采购订单没有有效价格时的检查级别",
    group: "price",
    initial: 1,
    min: 0,
    max: 2,
    unit: "级",
    remark: "0为不检查，1为提醒并须填写继续的原因，2为不能提交和下达",
  }),
  "order.priceDeviation": int({
    name: "采购订单单价允许偏离价格数据",
    group: "price",
    initial: 0,
    min: 0,
    max: 100,
    unit: "%",
    remark: "不分高低，超出的须写明偏差原因，并按订单审批流程审批",
  }),
  "market.changeWarn": int({
    name: "行情价格须确认的变动幅度",
    group: "price",
    initial: 15,
    min: 1,
    max: 100,
    unit: "%",
    remark: "与上期有效价格相差超过这个比例的，由采购经理确认后才作为参考",
  }),
  "market.validDays": int({
    name: "行情价格可作参考的天数",
    group: "price",
    initial: 60,
    min: 1,
    max: 730,
    unit: "天",
    remark: "比核价日期早这么多天以上的行情价格不再作为参考",
  }),
  "cost.warnPercent": int({
    name: "报价偏离应有成本的提醒幅度",
    group: "price",
    initial: 8,
    min: 1,
    max: 100,
    unit: "%",
    remark: "成本模型没有填写偏差预警的按此；高出的标为偏高，低出两倍以上的标为异常偏低",
  }),
  "cost.triggerPercent": int({
    name: "行情变动建议调价的幅度",
    group: "price",
    initial: 5,
    min: 1,
    max: 100,
    unit: "%",
    remark: "成本模型没有填写调价触发的按此；自上次批准的价格以来，联动行情变动超出的建议采购员调价",
  }),
  "rfq.breakdownTolerance": int({
    name: "成本分解合计与单价的允许差额",
    group: "price",
    initial: 10,
    min: 0,
    max: 100000,
    unit: "厘",
    remark: "10即0.01元，按询价单的币种计；供应商的成本分解合计与含税单价相差更多的不能提交，发布询价时记到报价单上",
  }),
  "rfq.minSuppliers": int({
    name: "询价最少报价家数",
    group: "price",
    initial: 3,
    min: 1,
    max: 20,
    unit: "家",
    remark: "询价单没有另填时按它；邀请或报价少于它的须写明原因",
  }),
  "rfq.minHours": int({
    name: "询价报价时间至少",
    group: "price",
    initial: 4,
    min: 1,
    max: 240,
    unit: "小时",
    remark: "报价截止须晚于报价开始这么久",
  }),
  "rfq.lateInviteHours": int({
    name: "截止前多久不能再增加供应商",
    group: "price",
    initial: 24,
    min: 0,
    max: 240,
    unit: "小时",
  }),
  "rfq.approveAmount": int({
    name: "询价发布前须审批的预计金额",
    group: "price",
    initial: 500000,
    min: 0,
    max: 1000000000,
    unit: "元",
    remark: "按询价单的币种计，数量乘以目标价，没有目标价的乘以上次价；达到的发布前须审批，填0的都须审批",
  }),
  "rfq.remindEveryHours": int({
    name: "催报间隔至少",
    group: "price",
    initial: 24,
    min: 1,
    max: 240,
    unit: "小时",
    remark: "采购员对同一张询价单在这么久以内只能催报一次",
  }),
  "rfq.remindFirstHours": int({
    name: "报价截止前首次提醒",
    group: "price",
    initial: 24,
    min: 1,
    max: 240,
    unit: "小时",
    remark: "提醒还没有提交报价的供应商",
  }),
  "rfq.remindLastHours": int({
    name: "报价截止前最后提醒",
    group: "price",
    initial: 2,
    min: 1,
    max: 240,
    unit: "小时",
    remark: "提醒还没有提交报价的供应商",
  }),
  "rfq.warnPercent": int({
    name: "报价变动提醒",
    group: "price",
    initial: 50,
    min: 1,
    max: 1000,
    unit: "%",
    remark: "供应商的报价比其上次价高出或低于这么多时，提交前须确认；比价时与上次价相差这么多的也标出",
  }),
  "rfq.capitalRate": int({
    name: "比价用的年资金成本率",
    group: "price",
    initial: 435,
    min: 0,
    max: 3000,
    unit: "万分之一",
    remark: "435即每年4.35%；比价时按付款条件的天数折算账期成本",
  }),
  "rfq.slipPercent": int({
    name: "比价判断错位的范围",
    group: "price",
    initial: 20,
    min: 1,
    max: 50,
    unit: "%",
    remark:
      "报价与上次价（没有的按各家中间价）之比离10倍、100倍或物料另一单位的换算率不超过这么多的，提示可能错位或填错单位",
  }),
  "rfq.tailLines": int({
    name: "报价尾数一致提示的行数",
    group: "price",
    initial: 3,
    min: 2,
    max: 100,
    unit: "行",
    remark: "两家共同报价的各行尾数都相同，且达到这么多行的，比价时提示核查；整数尾数不计",
  }),
  "rfq.lowGrade": int({
    name: "比价和定价提示的绩效等级",
    group: "price",
    initial: 4,
    min: 0,
    max: 4,
    unit: "等",
    remark: "1至4依次为A至D级；供应商的绩效等级为它或更低的，比价时标出，定价时须写明原因；填0不提示，未评级的不提示",
  }),
  "award.seconds": int({
    name: "定价方案每次求解时限",
    group: "price",
    initial: 20,
    min: 1,
    max: 300,
    unit: "秒",
    remark: "到时还没有结果的写明时间不足",
  }),
  "award.secondsInAll": int({
    name: "定价方案合计求解时限",
    group: "price",
    initial: 240,
    min: 5,
    max: 1800,
    unit: "秒",
    remark: "一张定价方案的所有情景和各条件的代价合计不超过这么久",
  }),
  "award.gap": int({
    name: "定价方案距最优的允许差距",
    group: "price",
    initial: 1,
    min: 0,
    max: 1000,
    unit: "万分之一",
    remark: "1即0.0001：总成本离最优不超过万分之一即可；越大算得越快",
  }),
  "award.suppliers": int({
    name: "限定家数方案的供应商合计家数",
    group: "price",
    initial: 8,
    min: 1,
    max: 40,
    unit: "家",
    remark: "定价方案没有填写时按此",
  }),
  "award.lineSuppliers": int({
    name: "限定家数方案的每行供应商家数",
    group: "price",
    initial: 3,
    min: 1,
    max: 40,
    unit: "家",
    remark: "定价方案没有填写时按此",
  }),
  "award.quotaPoints": int({
    name: "保持配额方案的允许相差",
    group: "price",
    initial: 5,
    min: 0,
    max: 100,
    unit: "个百分点",
    remark: "各行份额与货源比例相差不超过这么多；定价方案没有填写时按此",
  }),
  "recall.drillsPerYear": int({
    name: "每年至少几次召回演练",
    group: "receiving",
    initial: 2,
    min: 0,
    max: 12,
    unit: "次",
    remark: "从上一次完成起，按一年均分计算下一次的日期，提前30天提醒质量人员；填0不提醒",
  }),
  "assessment.disputeDays": int({
    name: "交货考核异议期限",
    group: "deadline",
    initial: 5,
    min: 1,
    max: 60,
    unit: "个工作日",
    remark: "考核结果发布以后，供应商在这么多个工作日以内可以提出异议，逾期视为确认",
  }),
  "assessment.afterDays": int({
    name: "月度交货考核的计算日",
    group: "deadline",
    initial: 5,
    min: 0,
    max: 27,
    unit: "天",
    remark: "月末以后过这么多天自动计算上月的考核结果，让月底的收货先过账；规则的宽限期更长的等到宽限期满",
  }),
  "registration.open": toggle("开放供应商自主注册", "security", "1", "关闭后，注册页面只说明如何联系采购员"),
  "ui.copyright": copy("页脚版权信息", "供应商平台"),
  "ui.filingNumber": copy("页脚备案号", ""),
} satisfies Readonly<Record<string, ParameterFacts>>;

export type ParameterKey = keyof typeof PARAMETERS;

/** What is known about a key that may come from anywhere; undefined for one that does not stand in `PARAMETERS`. */
export function parameterFacts(key: string): ParameterFacts | undefined {
  const all: Readonly<Record<string, ParameterFacts>> = PARAMETERS;
  return Object.hasOwn(all, key) ? all[key] : undefined;
}

const MOST_TERM = 3650;
const MOST_RHYTHM = 365;

/** A length of time that a definition brings, at least one of its unit. */
export function termFacts(name: string, initial: number, unit: "天" | "个工作日" | "小时"): ParameterFacts {
  return int({ name, group: "deadline", initial, min: 1, max: MOST_TERM, unit });
}

/** Days of reminding that a definition brings. */
export function stepsFacts(name: string, days: readonly number[]): ParameterFacts {
  const remark = "按到期日计算，用顿号分开，如：前7、前1、当天、后3；留空不提醒";
  return { name, group: "deadline", type: "days", initial: dayStepsText(days), remark };
}

/** The rhythm in which a reminder of a definition is said again beyond its last day. */
export function rhythmFacts(name: string, initial: number): ParameterFacts {
  const remark = "过了最后一个提醒日后，每隔几天再提醒；0为不再提醒";
  return int({ name, group: "deadline", initial, min: 0, max: MOST_RHYTHM, unit: "天", remark });
}

const DAYS_OF = { week: 7, month: 28 } as const;

/** The day of a digest that a definition brings. */
export function digestDayFacts(name: string, every: keyof typeof DAYS_OF, initial: number): ParameterFacts {
  const remark = every === "week" ? "每周周几：1为周一，7为周日；0为不发" : "每月几日；0为不发";
  return int({
    name,
    group: "deadline",
    initial,
    min: 0,
    max: DAYS_OF[every],
    unit: every === "week" ? "" : "日",
    remark,
  });
}

function int({
  name,
  group,
  initial,
  min,
  max,
  unit,
  remark,
}: {
  name: string;
  group: ParameterGroup;
  initial: number;
  min: number;
  max: number;
  unit: string;
  remark?: string;
}): ParameterFacts {
  return { name, group, type: "int", initial: String(initial), min, max, unit, ...(remark ? { remark } : {}) };
}

function toggle(name: string, group: ParameterGroup, initial: "0" | "1", remark: string): ParameterFacts {
  return { name, group, type: "switch", initial, remark };
}

function copy(name: string, initial: string): ParameterFacts {
  return { name, group: "ui", type: "text", initial };
}
