/** Title of a page as the browser's tab shows it. */
export function pageTitle(page: string | undefined): { title: string }[] {
  return [{ title: page ? `${page} - 供应商平台` : "供应商平台" }];
}
