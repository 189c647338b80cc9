import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { AppError } from "~/engine/errors";
import { recordPath } from "~/engine/screen/address";
import { checkFile, importModel, MOST_BYTES } from "~/engine/user-sync/pages.server";
import { ImportPage } from "~/ui/sync/ImportPage/ImportPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

const LOG = { area: "user-administration", key: "user-log" };
const LIST = { label: "用户日志", href: "/user-administration/user-log" };

/** The form that takes a file of people. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = importModel(context);
    return { model, crumbs: [LIST, { label: model.title }] };
  });
}

/** Checks the file and goes to what it would do, or answers the form again with what is wrong. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const file = form.get("file");
    try {
      if (!(file instanceof Blob)) throw new AppError("invalid", { message: "请选择要导入的文件" });
      if (file.size > MOST_BYTES) throw new AppError("invalid", { message: "文件不能超过2MB" });
      const name = "name" in file && typeof file.name === "string" ? file.name : "";
      const id = await checkFile(context, new Uint8Array(await file.arrayBuffer()), name);
      throw await seeOther(context, recordPath(LOG, id), "文件已检查，还没有改动任何账号：请核对后执行");
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "invalid") throw error;
      return data({ model: importModel(context, error.message) }, { status: 400 });
    }
  });
}

export default function ImportPeople() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <ImportPage model={posted?.model ?? loaded.model} busy={useNavigation().state === "submitting"} />;
}
