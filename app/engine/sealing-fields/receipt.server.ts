import { chinaTime } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import type { Sealed } from "../entity/sealed";
import { AppError } from "../errors";
import type { OutputFile } from "../output/output-file.server";
import { fingerprintOf } from "../sealing/crypto.server";
import { holdsText, type SealedReceipt, sealedReceipt } from "./content.server";

/** Address of the copy below that of its record. */
export const COPY_PAGE = "sealed-copy";

/**
 * What the page of a record says of its sealed values, once the person was let in: who reads them now, the fingerprint, and after the opening
 * whether it still fits.
 */
export async function receiptPart(context: Context, entity: AnyEntity, record: AnyRecord) {
  const sealed: Sealed | undefined = entity.sealed;
  const receipt = sealed ? await sealedReceipt(context, record.id) : null;
  if (!sealed || !receipt) return null;
  const { how, fingerprint, sealedAt, openedAt, text } = receipt;
  const isWorkedOn = openedAt === null && sealed.ownIn.includes(record.state);
  const facts = [
    { label: "内容", text: whoReads(receipt, isWorkedOn) },
    ...(record.number === null ? [] : [{ label: "编号", text: record.number }]),
    { label: isWorkedOn ? "保存时间" : how === "sealed" ? "密封时间" : "提交时间", text: chinaTime(sealedAt) },
    ...(openedAt === null ? [] : [{ label: "内容开启时间", text: chinaTime(openedAt) }]),
    { label: "指纹（SHA-256）", text: fingerprint },
    ...(openedAt !== null && text !== null ? [{ label: "核对", text: verdictOf(sealed, record, receipt, text) }] : []),
  ];
  return {
    section: { kind: "facts" as const, title: titleOf(entity, how), facts },
    copy: text === null ? null : { label: `下载${entity.label}副本`, page: COPY_PAGE },
  };
}

/** Only what two people open is called sealed; everything else lies under the key of the installation until it is opened. */
function titleOf({ label }: AnyEntity, how: SealedReceipt["how"]): string {
  return how === "sealed" ? "密封回执" : `${label}回执`;
}

function whoReads({ how, openedAt }: SealedReceipt, isWorkedOn: boolean): string {
  if (openedAt !== null) return "已开启";
  if (isWorkedOn) return "填写中，只有您能看到；提交前可以下载副本，副本的 SHA-256 就是回执的指纹";
  return how === "sealed" ? "已密封，开启以前任何人（包括您自己）都看不到" : "已提交，开启以前只有您能看到";
}

/** The text is the one that was sealed, and the record still says what it says. */
function verdictOf(sealed: Sealed, record: AnyRecord, { fingerprint }: SealedReceipt, text: string): string {
  if (fingerprintOf(text) !== fingerprint) return "指纹不一致：内容与提交时不同，请联系管理员";
  if (!holdsText(sealed, record, text)) return "指纹一致，但当前内容与提交时不同，请联系管理员";
  return "指纹一致，内容与提交时相同";
}

/**
 * The sealed values of a record as a file whose SHA-256 is the fingerprint of the receipt, for who reads them at this moment. The person has
 * already been let in to the record.
 * @throws AppError("not_found") where nothing is sealed, or this person cannot read it now
 */
export async function sealedCopy(context: Context, entity: AnyEntity, record: AnyRecord): Promise<OutputFile> {
  const receipt = entity.sealed ? await sealedReceipt(context, record.id) : null;
  if (!receipt || receipt.text === null) throw new AppError("not_found");
  const name = `${entity.label}${record.number ?? ""}-${receipt.fingerprint}.txt`;
  return { name, type: "text/plain; charset=utf-8", body: new TextEncoder().encode(receipt.text) };
}
