/** Ways by which something reaches a person. */
export const CHANNELS_OF_NEWS = { site: "站内消息", email: "邮件" } as const;
export type NewsChannel = keyof typeof CHANNELS_OF_NEWS;

/** How much a message matters: `todo` waits for the reader, `warning` gets worse by itself, `security` is about the account. */
export const NEWS_LEVELS = { info: "通知", todo: "待办", warning: "预警", security: "安全" } as const;
export type NewsLevel = keyof typeof NEWS_LEVELS;

/** Whom a scenario may reach; each side has wording of its own. */
export const NEWS_AUDIENCES = { internal: "内部", supplier: "供应商", both: "内部和供应商" } as const;
export const NEWS_SIDES = { internal: "内部", supplier: "供应商" } as const;
export type NewsSide = keyof typeof NEWS_SIDES;

/** What became of an announcement for one reader and channel. */
export const SEND_STATES = {
  sent: "已发送",
  queued: "待发送",
  held: "待汇总",
  failed: "失败",
  skipped: "未发送",
  cancelled: "已取消",
} as const;
/** Why nothing was sent. */
export const SKIP_REASONS = {
  off: "个人已关闭",
  no_address: "无联系方式",
  disabled: "场景停用",
  merged: "重复合并",
} as const;

/** A value that wording may name, and what stands for it in a preview. */
export interface NewsVariable {
  label: string;
  sample: string;
}

/** Title and text with `{{variable}}` in them. */
export interface Wording {
  title: string;
  content: string;
}

/** A business event that people are told of. What stands here exists; rows hold which channels and words apply. */
export interface ScenarioFacts {
  /** As settings and lists name it. */
  label: string;
  /** Where it belongs, as lists group it. */
  module: string;
  level: NewsLevel;
  /** Channels of a new installation. */
  channels: readonly NewsChannel[];
  audience: keyof typeof NEWS_AUDIENCES;
  /** Nobody can turn it off. */
  mandatory?: true;
  /** Further ones about the same record within 24 hours are counted on the entry that is still unread. */
  merge?: true;
  /** What turning it off means, for the settings of a person. */
  help: string;
  variables: Readonly<Record<string, NewsVariable>>;
  /** First wording, for members of staff and, without `supplier`, for everybody. */
  wording: Wording;
  /** First wording for suppliers. */
  supplier?: Wording;
}

const account = {
  module: "账号",
  level: "security",
  channels: ["site", "email"],
  audience: "both",
  mandatory: true,
  help: "该类通知不能关闭。",
} as const;

const formVariables = {
  form: { label: "标题", sample: "年度食品安全自查" },
  due: { label: "截止日期", sample: "2026-03-31" },
  asker: { label: "发出人", sample: "王敏" },
};
const quality = { module: "质量" } as const;
const capa = {
  number: { label: "单号", sample: "ZG20260302-0001" },
  title: { label: "整改主题", sample: "车间清洁记录不完整" },
  due: { label: "报告期限", sample: "2026-03-16" },
} as const;
const audit = {
  number: { label: "单号", sample: "GSH20260302-0001" },
  day: { label: "计划日期", sample: "2026-03-16" },
} as const;

const newsVariables = {
  title: { label: "标题", sample: "春节期间收货安排" },
  summary: { label: "摘要", sample: "2月8日至2月15日各工厂暂停收货" },
};

const suggestionVariables = {
  number: { label: "编号", sample: "JY20260302-001" },
  title: { label: "标题", sample: "列表希望能按工厂分组" },
};

const time = { label: "时间", sample: "2026-03-02 09:30:00" };

/**
 * Every event that is announced, by code. Add yours here and call `announce` with its code; the wording can be edited by
 * administrators from then on. Codes never change once they have been in use.
 */
export const SCENARIOS = {
  mention: {
    label: "有人在评论中提到我",
    module: "单据",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "关闭后，别人在评论中 @您 时不再提醒。",
    variables: {
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      comment: { label: "评论", sample: "@李工 请确认交期" },
    },
    wording: { title: "{{document}}", content: "在评论中提到您：{{comment}}" },
  },
  watch: {
    label: "我关注的单据有变化",
    module: "单据",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "状态、内容变化和新的评论。关闭后仍可在单据的变更记录中查看。",
    variables: {
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      event: { label: "变化", sample: "下达：待下达 → 已下达" },
    },
    wording: { title: "{{document}}", content: "{{event}}" },
  },
  "import.ended": {
    label: "我的导入已处理完",
    module: "导入导出",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，文件在后台检查或导入完毕时不再提醒，可在导入批次中查看。",
    variables: {
      number: { label: "批次", sample: "DR2026030200001" },
      target: { label: "导入到", sample: "物料" },
      state: { label: "结果", sample: "成功" },
    },
    wording: { title: "导入{{target}}：{{state}}", content: "导入批次 {{number}} 已处理完：{{state}}。" },
  },
  "export.ended": {
    label: "我的后台导出已处理完",
    module: "导入导出",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，后台导出完成或失败时不再提醒，可在导出中心查看。",
    variables: {
      number: { label: "任务", sample: "DC2026030200001" },
      list: { label: "来源", sample: "采购订单" },
      state: { label: "结果", sample: "已完成" },
    },
    wording: { title: "导出{{list}}：{{state}}", content: "导出任务 {{number}} {{state}}，点开可以下载或查看原因。" },
  },
  "approval.asked": {
    label: "有单据等待我审批",
    module: "审批",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在首页看到等待您审批的单据。",
    variables: {
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      step: { label: "步骤", sample: "采购经理审批" },
      author: { label: "发起人", sample: "王敏" },
    },
    wording: { title: "{{document}} 等待您审批", content: "{{author}}提交，步骤：{{step}}" },
  },
  "approval.ended": {
    label: "我提交的审批有了结果",
    module: "审批",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "通过、驳回和退回。关闭后仍可在单据上查看。",
    variables: {
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      result: { label: "结果", sample: "驳回" },
      note: { label: "意见", sample: "：价格偏高，请重新谈判" },
    },
    wording: { title: "{{document}} 审批{{result}}", content: "审批{{result}}{{note}}" },
  },
  "approval.overdue": {
    label: "等待我审批的单据已超时",
    module: "审批",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "超过时限后每天提醒一次。",
    variables: {
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      step: { label: "步骤", sample: "采购经理审批" },
      due: { label: "时限", sample: "2026-03-02 18:00" },
    },
    wording: { title: "{{document}} 审批已超时", content: "步骤「{{step}}」应在 {{due}} 前处理，请尽快审批。" },
  },
  "form.asked": {
    label: "有表单等待我填写",
    module: "表单填报",
    level: "todo",
    channels: ["site", "email"],
    audience: "both",
    help: "关闭后仍可在“我的表单”中看到。",
    variables: formVariables,
    wording: {
      title: "请填写“{{form}}”",
      content: "{{asker}}请您填写“{{form}}”，截止日期 {{due}}。请在“我的表单”中填写并提交。",
    },
  },
  "form.due-soon": {
    label: "我的表单快到截止日期",
    module: "表单填报",
    level: "todo",
    channels: ["site", "email"],
    audience: "both",
    help: "截止前提醒一次，提前的天数由系统参数决定。",
    variables: formVariables,
    wording: {
      title: "“{{form}}”将于 {{due}} 截止",
      content: "您还没有提交“{{form}}”，截止日期 {{due}}。请在“我的表单”中填写并提交。",
    },
  },
  "form.overdue": {
    label: "我的表单已过截止日期",
    module: "表单填报",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "过了截止日期还没有提交时提醒一次。",
    variables: formVariables,
    wording: {
      title: "“{{form}}”已过截止日期",
      content: "“{{form}}”应在 {{due}} 前提交，现在仍可填写。请尽快在“我的表单”中提交。",
    },
  },
  "form.unanswered": {
    label: "我发出的填报任务有人逾期",
    module: "表单填报",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "截止日期过后提醒发出人一次。关闭后仍可在填报任务中查看。",
    variables: {
      number: { label: "填报任务", sample: "BR202603020001" },
      form: { label: "任务名称", sample: "年度食品安全自查" },
      open: { label: "未提交数", sample: "3" },
      due: { label: "截止日期", sample: "2026-03-31" },
    },
    wording: {
      title: "“{{form}}”还有{{open}}份没有提交",
      content: "填报任务 {{number}} 已于 {{due}} 截止，还有{{open}}份没有提交。可以催办，或结束填报。",
    },
  },
  "news.published": {
    label: "有新的新闻公告",
    module: "新闻公告",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "关闭后仍可在首页和“新闻公告”中看到。",
    variables: newsVariables,
    wording: { title: "{{title}}", content: "新发布：{{title}}。{{summary}}" },
  },
  "news.to-confirm": {
    label: "有新闻公告需要我确认",
    module: "新闻公告",
    level: "todo",
    channels: ["site", "email"],
    audience: "both",
    mandatory: true,
    help: "需要确认阅读的公告，不能关闭。",
    variables: newsVariables,
    wording: { title: "请阅读并确认：{{title}}", content: "{{title}}。{{summary}}\n请打开阅读，并点「确认已阅读」。" },
  },
  "news.reminded": {
    label: "新闻公告催读",
    module: "新闻公告",
    level: "todo",
    channels: ["site", "email"],
    audience: "both",
    help: "发布人提醒还没有阅读或确认的人。",
    variables: newsVariables,
    merge: true,
    wording: { title: "提醒：请阅读“{{title}}”", content: "您还没有阅读或确认“{{title}}”。{{summary}}" },
  },
  "suggestion.submitted": {
    label: "有新的建议或反馈",
    module: "建议与反馈",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后仍可在“建议与反馈”中看到。",
    variables: suggestionVariables,
    wording: { title: "新的反馈：{{title}}", content: "{{number}}：{{title}}，请受理或回复。" },
  },
  "suggestion.assigned": {
    label: "有建议由我处理",
    module: "建议与反馈",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "指定您处理，或提交人继续追问时提醒。",
    variables: suggestionVariables,
    wording: { title: "请处理反馈：{{title}}", content: "{{number}}：{{title}}，请处理并回复。" },
  },
  "suggestion.replied": {
    label: "我的建议有了回复",
    module: "建议与反馈",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "关闭后仍可在“我的建议”中查看。",
    variables: suggestionVariables,
    wording: { title: "您的反馈已回复：{{title}}", content: "{{number}}已回复，可以查看、追问或评价。" },
  },
  "interface.undelivered": {
    label: "发往其他系统的报文没有送达",
    module: "系统",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "对方拒绝，或多次重发都没有成功时提醒。关闭后仍可在接口日志中查看。",
    variables: {
      number: { label: "日志编号", sample: "SAP20260302-000001" },
      system: { label: "系统", sample: "SAP" },
      call: { label: "接口", sample: "采购订单下达" },
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      reason: { label: "原因", sample: "对方没有在规定时间内答复" },
    },
    wording: {
      title: "{{system}}没有收到“{{call}}”",
      content:
        "{{document}}（{{number}}）：{{reason}}。不再自动重发，请处理后在接口日志中手工重发。同一接口一小时内的其他失败不再单独提醒。",
    },
  },
  "source.changed": {
    label: "我们的供货关系有变化",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "货源批准、暂停、恢复和终止时提醒。关闭后仍可在供货清单中查看。",
    variables: {
      number: { label: "货源", sample: "GH20260302-0001" },
      material: { label: "物料", sample: "M001 玉米" },
      state: { label: "状态", sample: "有效" },
    },
    wording: { title: "供货关系{{number}}：{{state}}", content: "物料{{material}}的供货关系现为{{state}}。" },
  },
  "task.assigned": {
    label: "有任务等待我处理",
    module: "任务",
    level: "todo",
    channels: ["site"],
    audience: "both",
    help: "单据或同事给您安排任务时提醒。关闭后仍可在任务管理中看到。",
    variables: {
      task: { label: "任务", sample: "上传型式检验报告" },
      document: { label: "单据", sample: "采购订单 CG202603020001" },
    },
    wording: { title: "{{task}}", content: "有一项任务等待您处理。{{document}}" },
  },
  "task.due": {
    label: "我的任务即将到期",
    module: "任务",
    level: "todo",
    channels: ["site"],
    audience: "both",
    help: "截止前一天提醒一次。",
    variables: {
      task: { label: "任务", sample: "上传型式检验报告" },
      due: { label: "截止时间", sample: "2026-03-02 18:00" },
    },
    wording: { title: "{{task}} 即将到期", content: "请在 {{due}} 前处理。" },
  },
  "task.overdue": {
    label: "我的任务已逾期",
    module: "任务",
    level: "warning",
    channels: ["site"],
    audience: "both",
    help: "逾期后每天提醒一次，逾期3天的同时通知处理人的上级。",
    variables: {
      task: { label: "任务", sample: "上传型式检验报告" },
      due: { label: "截止时间", sample: "2026-03-02 18:00" },
      days: { label: "逾期天数", sample: "2" },
    },
    wording: { title: "{{task}} 已逾期", content: "应在 {{due}} 前处理，已逾期{{days}}天。" },
  },
  "type-inspection.judged": {
    label: "我们的型式检验报告有了审核结果",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "审核通过、退回和判定不合格。关闭后仍可在型式检验报告中查看。",
    variables: {
      number: { label: "单据", sample: "XJB20260302-0001" },
      report: { label: "报告编号", sample: "JY-2026-0108" },
      result: { label: "结果", sample: "审核通过" },
    },
    wording: { title: "型式检验报告{{report}}{{result}}", content: "{{number}}：报告{{report}}{{result}}。" },
  },
  "type-inspection.due": {
    label: "型式检验报告到期或超期",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "到期前30、15、7天和当天提醒，超期后每三天提醒一次。关闭后仍可在预警中查看。",
    variables: {
      supplier: { label: "供应商", sample: "甲供应商" },
      material: { label: "物料编码", sample: "M001" },
      when: { label: "期限", sample: "将于2026-03-17到期（剩余15天）" },
    },
    wording: {
      title: "供应商【{{supplier}}】物料【{{material}}】的型式检验报告{{when}}",
      content:
        "供应商【{{supplier}}】物料【{{material}}】的型式检验报告{{when}}，请督促提交！超过15天将限制采购订单释放。",
    },
    supplier: {
      title: "贵司物料【{{material}}】的型式检验报告{{when}}",
      content: "贵司物料【{{material}}】的型式检验报告{{when}}，请尽快上传；超过15天将无法接收新订单！",
    },
  },
  "gate-exemption.asked": {
    label: "有临时放行等待我批准",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在首页看到等待批准的临时放行。",
    variables: {
      number: { label: "放行单", sample: "LSFX20260302-0001" },
      checks: { label: "放行检查项", sample: "型式检验" },
      until: { label: "有效期至", sample: "2026-03-20" },
    },
    wording: { title: "临时放行{{number}}等待批准", content: "放行检查项：{{checks}}，有效期至{{until}}。" },
  },
  "gate-exemption.ended": {
    label: "我申请的临时放行有了结果",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "生效、驳回和撤销。",
    variables: {
      number: { label: "放行单", sample: "LSFX20260302-0001" },
      result: { label: "结果", sample: "已生效" },
    },
    wording: { title: "临时放行{{number}}{{result}}", content: "您申请的临时放行{{number}}{{result}}。" },
  },
  "supplier-freeze.asked": {
    label: "有供应商冻结单等待我批准",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在首页看到等待批准的冻结单。",
    variables: {
      number: { label: "冻结单", sample: "DJ20260302-0001" },
      supplier: { label: "供应商", sample: "GYS000001 甲供应商" },
      actions: { label: "业务", sample: "下达订单" },
      note: { label: "说明", sample: "整改完成前暂停新订单" },
    },
    wording: { title: "冻结单{{number}}等待批准", content: "供应商{{supplier}}，业务：{{actions}}。" },
  },
  "supplier-freeze.changed": {
    label: "供应商冻结生效或解除",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "关闭后仍可在供应商冻结中查看。",
    variables: {
      number: { label: "冻结单", sample: "DJ20260302-0001" },
      supplier: { label: "供应商", sample: "GYS000001 甲供应商" },
      actions: { label: "业务", sample: "下达订单" },
      state: { label: "状态", sample: "已生效" },
      note: { label: "告知供应商的说明", sample: "整改完成前暂停新订单" },
    },
    wording: {
      title: "供应商{{supplier}}的冻结单{{number}}{{state}}",
      content: "业务：{{actions}}。{{note}}",
    },
    supplier: { title: "贵司的业务限制{{state}}", content: "单据{{number}}，业务：{{actions}}。{{note}}" },
  },
  "role.rights-changed": {
    label: "我持有的角色权限有变化",
    module: "账号",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "管理员修改角色的权限后提醒持有人。关闭后仍可在个人中心查看自己的权限。",
    variables: {
      role: { label: "角色", sample: "采购员" },
      change: { label: "变化", sample: "新增2项，移除1项" },
    },
    wording: {
      title: "角色“{{role}}”的权限已更新",
      content: "{{change}}，从现在起生效。可以在个人中心查看自己的权限。",
    },
  },
  "role.stopped": {
    label: "我持有的角色已停用",
    module: "账号",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "管理员停用角色后提醒持有人。",
    variables: { role: { label: "角色", sample: "采购员" } },
    wording: {
      title: "角色“{{role}}”已停用",
      content: "您不再有这个角色带来的权限。如仍需要，请联系管理员。",
    },
  },
  "security.address-stopped": {
    label: "同一地址多次登录失败",
    module: "账号",
    level: "security",
    channels: ["site", "email"],
    audience: "internal",
    mandatory: true,
    help: "该类通知不能关闭。",
    variables: {
      address: { label: "地址", sample: "203.0.113.8" },
      failures: { label: "失败次数", sample: "20" },
      time,
    },
    wording: {
      title: "地址 {{address}} 连续登录失败{{failures}}次",
      content: "截至 {{time}}，该地址在10分钟内登录失败{{failures}}次，已暂停从该地址登录。请在登录日志中核对。",
    },
  },
  "security.parameter-changed": {
    label: "安全参数有变化",
    module: "账号",
    level: "security",
    channels: ["site"],
    audience: "internal",
    mandatory: true,
    help: "该类通知不能关闭。",
    variables: {
      name: { label: "参数", sample: "连续登录失败次数上限" },
      from: { label: "原值", sample: "5" },
      to: { label: "新值", sample: "8" },
      who: { label: "修改人", sample: "赵宇" },
    },
    wording: { title: "安全参数“{{name}}”已修改", content: "{{who}}把它从{{from}}改为{{to}}，从现在起生效。" },
  },
  "registration.submitted": {
    label: "有企业提交注册申请",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在供应商注册审核中查看。",
    variables: {
      number: { label: "受理号", sample: "ZC20260302-0001" },
      company: { label: "企业", sample: "样例食品有限公司" },
      note: { label: "查重结果", sample: "，疑似重复" },
    },
    wording: {
      title: "{{company}}提交了注册申请",
      content: "受理号 {{number}}{{note}}，请在3个工作日内审核。",
    },
  },
  "registration.withdrawn": {
    label: "企业撤回了注册申请",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在供应商注册审核中查看。",
    variables: {
      number: { label: "受理号", sample: "ZC20260302-0001" },
      company: { label: "企业", sample: "样例食品有限公司" },
    },
    wording: { title: "{{company}}撤回了注册申请", content: "受理号 {{number}} 不再需要审核。" },
  },
  "preq.invited": {
    label: "邀请参加资格预审",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在我的预审申请中看到。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      deadline: { label: "申请截止", sample: "2026-03-20 17:00" },
    },
    wording: {
      title: "邀请贵司参加资格预审：{{title}}",
      content: "资格预审 {{number}}「{{title}}」，请在{{deadline}}之前应答并提交。",
    },
  },
  "preq.extended": {
    label: "资格预审延期",
    module: "供应商",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在预审公告中查看截止时间。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      deadline: { label: "申请截止", sample: "2026-03-20 17:00" },
    },
    wording: {
      title: "资格预审「{{title}}」延期至{{deadline}}",
      content: "资格预审 {{number}} 的申请截止改为{{deadline}}。",
    },
  },
  "preq.cancelled": {
    label: "资格预审取消",
    module: "供应商",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在我的预审申请中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      deadline: { label: "申请截止", sample: "2026-03-20 17:00" },
    },
    wording: {
      title: "资格预审「{{title}}」已取消",
      content: "资格预审 {{number}}「{{title}}」已取消，原申请截止{{deadline}}。",
    },
  },
  "preq.review": {
    label: "资格预审进入评审",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在资格预审中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      deadline: { label: "申请截止", sample: "2026-03-20 17:00" },
    },
    wording: {
      title: "资格预审「{{title}}」已截止，请评审",
      content: "资格预审 {{number}} 的申请已于{{deadline}}截止，应答已开启，请逐项评审。",
    },
  },
  "preq.asked": {
    label: "资格预审有提问",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在预审答疑中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
    },
    wording: {
      title: "资格预审「{{title}}」有新的提问",
      content: "资格预审 {{number}} 有供应商提问，请在预审答疑中答复。",
    },
  },
  "preq.answered": {
    label: "资格预审提问已答复",
    module: "供应商",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在预审公告中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
    },
    wording: { title: "资格预审「{{title}}」有新的答复", content: "资格预审 {{number}} 的提问已答复。" },
  },
  "preq.clarify": {
    label: "预审申请需要澄清",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在我的预审申请中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      note: { label: "说明", sample: "请补充体系证书" },
    },
    wording: { title: "预审申请 {{number}} 需要澄清", content: "资格预审「{{title}}」的评审请贵司澄清：{{note}}" },
  },
  "preq.clarified": {
    label: "预审申请已澄清",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在预审申请中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      note: { label: "说明", sample: "请补充体系证书" },
    },
    wording: {
      title: "预审申请 {{number}} 已澄清",
      content: "资格预审「{{title}}」的申请 {{number}} 已提交澄清，请继续评审。{{note}}",
    },
  },
  "preq.result": {
    label: "资格预审结果",
    module: "供应商",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在我的预审申请中查看结果。",
    variables: {
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      result: { label: "结果", sample: "已通过" },
      note: { label: "说明", sample: "请补充体系证书" },
      day: { label: "异议截止", sample: "2026-03-27" },
    },
    wording: {
      title: "资格预审「{{title}}」：{{result}}",
      content: "资格预审「{{title}}」结果：{{result}}。{{note}} 如有异议，请在{{day}}之前提出。",
    },
  },
  "preq.appealed": {
    label: "预审结果有异议",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在预审申请中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      note: { label: "说明", sample: "请补充体系证书" },
    },
    wording: {
      title: "预审申请 {{number}} 提出异议",
      content: "资格预审「{{title}}」的申请 {{number}} 对结果提出异议，请答复。{{note}}",
    },
  },
  "preq.appeal-answered": {
    label: "预审异议已答复",
    module: "供应商",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在我的预审申请中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      note: { label: "说明", sample: "请补充体系证书" },
    },
    wording: { title: "预审申请 {{number}} 的异议已答复", content: "资格预审「{{title}}」：{{note}}" },
  },
  "admission.moved": {
    label: "准入有进展",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "关闭后，仍可在准入单上查看进度。",
    variables: {
      number: { label: "准入单", sample: "ZR20260302-0001" },
      state: { label: "进展", sample: "进入审核验证" },
      note: { label: "补充说明", sample: "：请上传体系证书" },
    },
    wording: { title: "准入单 {{number}} {{state}}", content: "准入单 {{number}} {{state}}{{note}}。" },
    supplier: { title: "贵司的准入{{state}}", content: "准入单 {{number}} {{state}}{{note}}。" },
  },
  "admission.assess": {
    label: "有准入等待我评审",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在供应商综合评审中查看。",
    variables: { number: { label: "准入单", sample: "ZR20260302-0001" } },
    wording: { title: "准入单 {{number}} 等待您评审", content: "请在综合评审中发表意见。" },
  },
  "sample.requested": {
    label: "请寄送样品",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "supplier",
    help: "关闭后，仍可在样品验证中看到采购方索取的样品。",
    variables: {
      number: { label: "样品验证单", sample: "YP20260302-0001" },
      day: { label: "要求送达日期", sample: "2026-03-20" },
    },
    wording: {
      title: "请确认送样：{{number}}",
      content: "请在{{day}}之前送达样品，样品验证单 {{number}}，先确认是否送样。",
    },
  },
  "sample.answered": {
    label: "供应商答复送样",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在样品验证单上查看。",
    variables: {
      number: { label: "样品验证单", sample: "YP20260302-0001" },
      answer: { label: "答复", sample: "已寄出样品" },
    },
    wording: { title: "样品 {{number}}：供应商{{answer}}", content: "样品验证单 {{number}}，供应商{{answer}}。" },
  },
  "sample.moved": {
    label: "样品验证有进展",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "关闭后，仍可在样品验证单上查看进展。",
    variables: {
      number: { label: "样品验证单", sample: "YP20260302-0001" },
      state: { label: "进展", sample: "已收样，正在检测" },
    },
    wording: { title: "样品 {{number}} {{state}}", content: "贵司的样品（验证单 {{number}}）{{state}}。" },
  },
  "supplier.welcome": {
    label: "供应商账号已开通",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "开通账号后的第一条消息。",
    variables: { company: { label: "企业", sample: "样例食品有限公司" } },
    wording: {
      title: "欢迎加入供应商平台",
      content: "{{company}}已建档为潜在供应商。请核对企业资料和证照，准入进度在“我的准入”中查看。",
    },
  },
  "order.undelivered": {
    label: "订单行即将到期或已逾期未交",
    module: "采购订单",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "按未交货邮件方案发送，每家供应商每次一封。关闭后供应商仍可在采购订单中查看逾期未交。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      count: { label: "行数", sample: "3" },
      overdue: { label: "其中逾期", sample: "1" },
      lines: { label: "订单行", sample: "CG20260302-0001 行10 M001 500，交期2026-03-05（3天后到期）" },
    },
    wording: {
      title: "{{supplier}}有{{count}}行订单即将到期或已逾期",
      content: "其中逾期{{overdue}}行：\n{{lines}}",
    },
    supplier: {
      title: "您有{{count}}行订单即将到期或已逾期",
      content: "其中逾期{{overdue}}行，请尽快安排交货；不能按期的，请在订单上提出变更：\n{{lines}}",
    },
  },
  "order.undelivered-escalated": {
    label: "订单行长期逾期未交",
    module: "采购订单",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "逾期超过方案规定天数时通知升级收件人。关闭后仍可在采购订单中按“逾期未交”查看。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      count: { label: "行数", sample: "2" },
      days: { label: "天数", sample: "7" },
    },
    wording: {
      title: "{{supplier}}有{{count}}行订单逾期{{days}}天以上未交",
      content: "请督促采购员和供应商处理，详情见采购订单“逾期未交”。",
    },
  },
  "supplier.supplement": {
    label: "邀请补充供应商资料",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，供应商仍可在供应商信息和待办任务中看到要补充的内容。",
    variables: {
      company: { label: "企业", sample: "样例食品有限公司" },
      due: { label: "要求完成日期", sample: "2026-03-20" },
      what: { label: "待补充内容", sample: "联系人：质量联系人；资质证照：食品生产许可证" },
    },
    wording: {
      title: "请在{{due}}前补充{{company}}的资料",
      content: "待补充：{{what}}。请在“供应商信息”中逐项提交，审核通过后生效。",
    },
  },
  "user-sync.failures": {
    label: "人员同步有失败项",
    module: "账号",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "关闭后仍可在用户日志中查看失败的人员和原因。",
    variables: {
      number: { label: "批次号", sample: "MDM20260302-0001" },
      failed: { label: "失败人数", sample: "3" },
      total: { label: "总人数", sample: "120" },
    },
    wording: {
      title: "人员同步{{number}}有{{failed}}人失败",
      content: "共{{total}}人，{{failed}}人没有同步。请在批次明细中查看原因，处理后重跑失败项。",
    },
  },
  "user-sync.refused": {
    label: "人员同步文件没有处理完",
    module: "账号",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "人事系统放到约定文件夹的文件无法读取或执行时提醒。",
    variables: {
      file: { label: "文件", sample: "人员_20260302.csv" },
      reason: { label: "原因", sample: "第一行没有「工号」列，请按模板整理" },
    },
    wording: { title: "人员文件“{{file}}”没有处理完", content: "{{reason}}" },
  },
  "certificate.submitted": {
    label: "有资质证照等待核验",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在资质证照列表中查看待核验的证照。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      certificate: { label: "证照", sample: "食品生产许可证" },
    },
    wording: {
      title: "{{supplier}}的{{certificate}}等待核验",
      content: "供应商已提交证照，请核对扫描件后核验或退回。",
    },
  },
  "supplier-change.asked": {
    label: "有供应商信息变更等待审核",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在供应商信息补充中查看待审核的变更单。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      number: { label: "变更单", sample: "BG20260302-0001" },
      section: { label: "变更内容", sample: "银行账户" },
    },
    wording: {
      title: "{{supplier}}的{{section}}变更等待审核",
      content: "变更单{{number}}，请核对变更对比后通过或退回。",
    },
  },
  "supplier-change.ended": {
    label: "供应商信息变更有了结果",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "生效和退回。关闭后仍可在变更单上查看。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      number: { label: "变更单", sample: "BG20260302-0001" },
      section: { label: "变更内容", sample: "银行账户" },
      result: { label: "结果", sample: "已生效" },
    },
    wording: { title: "{{supplier}}的{{section}}变更{{result}}", content: "变更单{{number}}，详情请在变更单中查看。" },
    supplier: { title: "您的{{section}}变更{{result}}", content: "变更单{{number}}，详情请在变更单中查看。" },
  },
  "certificate.judged": {
    label: "资质证照有了核验结果",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "通过和退回。关闭后仍可在证照上查看。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      certificate: { label: "证照", sample: "食品生产许可证" },
      result: { label: "结果", sample: "核验通过" },
    },
    wording: { title: "{{supplier}}的{{certificate}}{{result}}", content: "详情和说明请在证照中查看。" },
    supplier: { title: "您的{{certificate}}{{result}}", content: "详情和说明请在证照中查看。" },
  },
  "certificate.expiring": {
    label: "资质证照即将到期或已过期",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "到期前30、15、7、1天和过期时各提醒一次。关闭后页面上的预警仍会显示。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      certificate: { label: "证照", sample: "食品生产许可证" },
      day: { label: "有效期至", sample: "2026-04-01" },
      left: { label: "剩余", sample: "剩30天" },
    },
    wording: {
      title: "供应商{{supplier}}的资质证书“{{certificate}}”{{left}}",
      content: "有效期至{{day}}，{{left}}，请督促供应商及时更新。",
    },
    supplier: {
      title: "您的资质证书“{{certificate}}”{{left}}",
      content: "有效期至{{day}}，{{left}}。请及时上传新的证照；过期的必备资质会限制询价、定标和订单下达。",
    },
  },
  "brand.submitted": {
    label: "有品牌授权等待审核",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在品牌供应商列表中查看待审核的授权。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      brand: { label: "品牌", sample: "麦田坊" },
    },
    wording: {
      title: "{{supplier}}的品牌授权（{{brand}}）等待审核",
      content: "供应商已提交授权链和授权文件，请核对后通过或退回。",
    },
  },
  "brand.judged": {
    label: "品牌授权有了审核结果",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "通过、退回和撤销。关闭后仍可在品牌授权上查看。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      brand: { label: "品牌", sample: "麦田坊" },
      result: { label: "结果", sample: "审核通过" },
    },
    wording: { title: "{{supplier}}的品牌授权（{{brand}}）{{result}}", content: "详情和说明请在品牌授权中查看。" },
    supplier: { title: "您的品牌授权（{{brand}}）{{result}}", content: "详情和说明请在品牌授权中查看。" },
  },
  "brand.ending": {
    label: "品牌授权即将到期或已到期",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "授权链中最早一级到期前30、15、7、1天和到期时各提醒一次。关闭后页面上的预警仍会显示。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      brand: { label: "品牌", sample: "麦田坊" },
      day: { label: "有效期至", sample: "2026-04-01" },
      left: { label: "剩余", sample: "剩30天" },
    },
    wording: {
      title: "供应商{{supplier}}的品牌授权书（{{brand}}）{{left}}",
      content: "授权有效期至{{day}}，{{left}}，请督促供应商续签并更新。",
    },
    supplier: {
      title: "您的品牌授权书（{{brand}}）{{left}}",
      content: "授权有效期至{{day}}，{{left}}。请续签后提交新的授权链和授权文件。",
    },
  },
  "account.new-device": {
    ...account,
    label: "新设备登录",
    variables: { time, place: { label: "设备", sample: "Edge · Windows，IP 203.0.113.8" } },
    wording: {
      title: "新设备登录提醒",
      content: "您的账号于 {{time}} 在新设备上登录（{{place}}）。如不是您本人操作，请立即修改密码。",
    },
  },
  "account.password-changed": {
    ...account,
    label: "登录密码已修改",
    variables: { others: { label: "其他设备", sample: "，其他2处登录已退出" } },
    wording: {
      title: "登录密码已修改",
      content: "您的登录密码已修改{{others}}。如不是您本人操作，请立即联系管理员。",
    },
  },
  "account.password-reset": {
    ...account,
    label: "登录密码已重置",
    variables: { time },
    wording: {
      title: "登录密码已重置",
      content: "您的登录密码于 {{time}} 通过邮件链接重置，所有设备已退出登录。如不是您本人操作，请立即联系管理员。",
    },
  },
  "account.recover-email": {
    ...account,
    label: "密保邮箱已修改",
    variables: { change: { label: "变化", sample: "修改" } },
    wording: { title: "密保邮箱已修改", content: "您的密保邮箱已{{change}}。如不是您本人操作，请立即修改密码。" },
  },
  "account.sessions-ended": {
    ...account,
    label: "其他登录设备已退出",
    variables: { count: { label: "退出的登录数", sample: "2" } },
    wording: {
      title: "其他登录设备已退出",
      content: "您已将{{count}}处登录退出。如不是您本人操作，请立即修改密码。",
    },
  },
  "job.failed": {
    label: "定时任务失败",
    module: "系统",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "关闭后，您负责的定时任务失败时不再提醒，仍可在执行日志中查看。",
    variables: {
      job: { label: "任务", sample: "合同生效与到期" },
      result: { label: "结果", sample: "失败" },
      reason: { label: "原因", sample: "处理程序出错" },
      streak: { label: "连续失败次数", sample: "3" },
    },
    wording: {
      title: "任务「{{job}}」{{result}}",
      content: "{{reason}}。已连续失败{{streak}}次，请查看执行日志。",
    },
  },
  "capa.issued": {
    ...quality,
    label: "收到整改单",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后仍可在整改报告中查看。",
    variables: capa,
    wording: {
      title: "整改单 {{number}} 请在 {{due}} 前答复",
      content: "{{title}}。请登录平台填写整改报告，期限 {{due}}。",
    },
  },
  "capa.answered": {
    ...quality,
    label: "供应商提交了整改报告",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "您负责的整改单有了答复时提醒。",
    variables: capa,
    wording: { title: "整改单 {{number}} 等待您审核", content: "{{title}}。供应商已提交，请在3个工作日内审核。" },
  },
  "capa.returned": {
    ...quality,
    label: "整改报告被退回",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后仍可在整改报告中查看。",
    variables: capa,
    wording: {
      title: "整改单 {{number}} 被退回",
      content: "{{title}}。请按退回意见修改，在 {{due}} 前重新提交。",
    },
  },
  "capa.returned-often": {
    ...quality,
    label: "整改报告多次退回",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "同一张整改单退回3次时提醒负责人和质量经理。",
    variables: capa,
    wording: { title: "整改单 {{number}} 已退回3次", content: "{{title}}。整改报告已退回3次，请安排约谈供方负责人。" },
  },
  "capa.closed": {
    ...quality,
    label: "整改单已关闭",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "关闭后仍可在整改报告中查看。",
    variables: capa,
    wording: { title: "整改单 {{number}} 已关闭", content: "{{title}}。整改效果已验证，整改单关闭。" },
  },
  "capa.due": {
    ...quality,
    label: "整改报告快到期",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "到期前2天和当天提醒。",
    merge: true,
    variables: capa,
    wording: { title: "整改单 {{number}} 将于 {{due}} 到期", content: "{{title}}。请尽快提交整改报告。" },
  },
  "capa.overdue": {
    ...quality,
    label: "整改报告逾期",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "逾期1天、3天和此后每周提醒；3天起通知质量经理。",
    merge: true,
    variables: { ...capa, days: { label: "逾期天数", sample: "3" } },
    wording: { title: "整改单 {{number}} 已逾期{{days}}天", content: "{{title}}。整改报告应在 {{due}} 前提交。" },
    supplier: {
      title: "您的整改报告 {{number}} 已逾期{{days}}天",
      content: "{{title}}。应在 {{due}} 前提交，请尽快处理。",
    },
  },
  "audit.notified": {
    ...quality,
    label: "收到质量审核通知",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后仍可在质量审核中查看。",
    variables: audit,
    wording: {
      title: "质量审核 {{number}} 计划于 {{day}} 进行",
      content: "请确认日期和陪同人员；日期不便的，可以提出一次其他日期。",
    },
  },
  "audit.answered": {
    ...quality,
    label: "供应商答复了审核通知",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "审核组长收到供应商对日期的答复。",
    variables: { ...audit, answer: { label: "答复", sample: "确认按期接受审核" } },
    wording: { title: "质量审核 {{number}}：供应商已答复", content: "{{answer}}" },
  },
  "audit.report": {
    ...quality,
    label: "审核报告等待批准",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "质量经理收到待批准的审核报告。",
    variables: audit,
    wording: { title: "质量审核 {{number}} 的报告等待批准", content: "审核日期 {{day}}，请批准或退回。" },
  },
  "audit.concluded": {
    ...quality,
    label: "质量审核报告已出",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后仍可在质量审核中查看。",
    variables: { ...audit, conclusion: { label: "结论", sample: "整改后通过" } },
    wording: {
      title: "质量审核 {{number}} 结论：{{conclusion}}",
      content: "请登录平台查看报告；有不符合项的，请按整改单期限答复。",
    },
  },
  "risk.new": {
    label: "供应商风险事件交由我负责",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后仍可在企业风险监控中查看。",
    variables: {
      number: { label: "单号", sample: "FX20260302-0001" },
      supplier: { label: "供应商", sample: "样例供应商" },
      title: { label: "风险标题", sample: "抽检不合格" },
    },
    wording: { title: "风险事件 {{number}} 由您负责", content: "{{supplier}}：{{title}}。请研判并处置。" },
  },
  "risk.high": {
    label: "供应商出现高风险事件",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "确认为高风险时提醒采购经理和质量经理。",
    variables: {
      number: { label: "单号", sample: "FX20260302-0001" },
      supplier: { label: "供应商", sample: "样例供应商" },
      title: { label: "风险标题", sample: "抽检不合格" },
    },
    wording: {
      title: "{{supplier}} 出现高风险事件",
      content: "风险事件 {{number}}：{{title}}。请考虑专项审核或冻结。",
    },
  },
  "account.recover": {
    ...account,
    label: "重置登录密码",
    channels: ["email"],
    variables: { time, link: { label: "链接", sample: "https://portal.example.com/web/user/recover?ticket=…" } },
    wording: {
      title: "重置登录密码",
      content: `您的账号于 {{time}} 申请重置登录密码。请在30分钟内打开以下链接设置新密码，链接只能使用一次：

{{link}}

如不是您本人操作，请忽略本邮件，密码不会改变。`,
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

export type ScenarioCode = keyof typeof SCENARIOS;

/** Whether letters of it wait for the end of the quiet hours in a new installation: those that get worse by waiting do not. */
export function waitsInQuietHours({ level }: ScenarioFacts): boolean {
  return level === "info" || level === "todo";
}

/** Names of the scenarios, by code. */
export const SCENARIO_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<ScenarioFacts>(SCENARIOS).map(([code, { label }]) => [code, label]),
);

/** Name by which letters of this product are told from others. */
const SENDER = "供应商平台";

/** The first wording of a scenario for a channel and a side. */
export function firstWording(facts: ScenarioFacts, channel: NewsChannel, side: NewsSide): Wording {
  const { title, content } = side === "supplier" ? (facts.supplier ?? facts.wording) : facts.wording;
  return channel === "site"
    ? { title, content }
    : { title: `【${SENDER}】${title}`, content: `{{receiver}}，您好：\n\n${content}` };
}

/** Sides a scenario speaks to. */
export function sidesOf({ audience }: ScenarioFacts): NewsSide[] {
  return audience === "both" ? ["internal", "supplier"] : [audience];
}

/** Values that an announcement of the scenario brings. */
export type ScenarioValues<K extends ScenarioCode> = Readonly<
  Record<keyof (typeof SCENARIOS)[K]["variables"] & string, string>
>;

/** What is known about a code that may come from anywhere; undefined for one the program does not announce. */
export function scenarioFacts(code: string): ScenarioFacts | undefined {
  const all: Readonly<Record<string, ScenarioFacts>> = SCENARIOS;
  return Object.hasOwn(all, code) ? all[code] : undefined;
}
