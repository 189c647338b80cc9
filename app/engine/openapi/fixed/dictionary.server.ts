import { z } from "zod/v4";
import { type FixedCall, fixed } from "./define.server";

/** Entries of dictionaries, for whoever draws his own controls. */
export const DICTIONARY_CALLS: readonly FixedCall[] = [
  {
    ...fixed({
      group: "字典",
      method: "post",
      path: "/v2/dictionary/dictionary-map",
      summary: "按编码取字典项",
      open: true,
      result: z.record(
        z.string(),
        z.array(
          z.object({
            itemName: z.string(),
            itemValue: z.string(),
            color: z.string().nullable(),
            sortNo: z.int(),
            parentValue: z.string().nullable(),
            isDefault: z.boolean(),
            enabled: z.boolean().meta({ description: "停用的值只用于显示旧单据" }),
          }),
        ),
      ),
      note: "请求体是字典编码的数组，也接受 {codes: []} 和表单字段 codes。不认识的编码答空数组；没有登录时只答免登录可读的字典。应答头 ETag 不变时，带 If-None-Match 再取答 304。",
    }),
    // A list, an object or a form: the call reads it itself.
    body: {
      type: "array",
      items: { type: "string", maxLength: 40 },
      minItems: 1,
      maxItems: 50,
      description: "字典编码",
    },
  },
];
