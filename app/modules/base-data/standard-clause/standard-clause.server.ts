import { type Complaint, complain } from "~/engine/entity";
import type { EntityServer } from "~/engine/entity/server-hooks";

export const standardClauseServer: EntityServer<"base-data/standard-clause"> = {
  /** The number carries the category and is not given twice; contracts know a clause by its name. */
  async beforeSave({ record, before }) {
    if (!before) return [];
    const complaints: Complaint[] = [];
    if (before.category !== record.category)
      complaints.push(complain("category", "条款类别已写入编号，不能更改；请另建条款"));
    if (Number(before.clause_version) > 0 && before.title !== record.title)
      complaints.push(complain("title", "生效过的条款不能改名；请另建条款"));
    return complaints;
  },
};
