import { sql } from "kysely";
import type { Connection } from "./database.server";

/** What two suppliers have in common that two independent companies would not. */
export interface LikeWanted {
  id: string;
  legalPerson: string | null;
  address: string | null;
  phones: readonly string[];
}

/** Another supplier that is like one, in what, and the value both have; the last digits where it is an account. */
export interface LikeSupplier {
  id: string;
  relation: "same_legal" | "same_contact" | "same_address" | "same_bank";
  evidence: string;
}

/** More than these is no relation but a value that everybody typed. */
const MOST_ALIKE = 20;

/** Suppliers in use with the same legal person, telephone of a contact, registered address or bank account in force; one reason each. */
export async function selectLikeSuppliers(connection: Connection, wanted: LikeWanted): Promise<LikeSupplier[]> {
  const phones = sql`string_to_array(${wanted.phones.join(",")}, ',')`;
  const { rows } = await sql<LikeSupplier>`with found as (
      select s.id, 1 as place, 'same_legal' as relation, '法定代表人均为' || s.legal_person as evidence from supplier s
        where s.legal_person = ${wanted.legalPerson}::text
      union all
      select c.root_id, 2, 'same_contact', '联系电话均为' || c.phone from supplier_contacts c where c.phone = any(${phones})
      union all
      select b.supplier_id, 3, 'same_bank', '银行账号相同，' || b.account_tail from supplier_bank_account b
        where b.state <> 'disabled' and b.account_no in (select o.account_no from supplier_bank_account o
          where o.supplier_id = ${wanted.id}::uuid and o.state <> 'disabled')
      union all
      select s.id, 4, 'same_address', '注册地址均为' || s.registered_address from supplier s
        where md5(s.registered_address) = md5(${wanted.address}::text) and s.registered_address = ${wanted.address}::text)
    select distinct on (f.id) f.id::text as id, f.relation, f.evidence from found f join supplier s on s.id = f.id
    where f.id <> ${wanted.id}::uuid and s.state = 'active' order by f.id, f.place limit ${MOST_ALIKE}`.execute(
    connection,
  );
  return rows;
}
