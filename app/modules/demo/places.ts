/**
 * Cities that do not exist, in provinces that do: a name that begins with one of them cannot belong to a real company.
 * `region` is the province's code with a city code that was never given out.
 */
export const CITIES = [
  { name: "澜川市", province: "安徽省", region: "349901" },
  { name: "禾阳市", province: "河南省", region: "419901" },
  { name: "云岫市", province: "浙江省", region: "339901" },
  { name: "青渠市", province: "山东省", region: "379901" },
  { name: "岚溪市", province: "福建省", region: "359901" },
  { name: "梧岭市", province: "广西壮族自治区", region: "459901" },
  { name: "清屿市", province: "广东省", region: "449901" },
  { name: "溪宁市", province: "江苏省", region: "329901" },
  { name: "湖原市", province: "湖北省", region: "429901" },
  { name: "桐坪市", province: "四川省", region: "519901" },
  { name: "安禾市", province: "黑龙江省", region: "239901" },
  { name: "沙棠市", province: "新疆维吾尔自治区", region: "659901" },
] as const;

export type City = (typeof CITIES)[number];
