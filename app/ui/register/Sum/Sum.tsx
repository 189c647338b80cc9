import { SumPicture } from "~/ui/login/SumPicture/SumPicture";
import type { StartModel } from "../register-model";

/** The sum of a public form, or that it was solved and holds for this form. */
export function Sum({
  captcha,
  solved,
  another,
  error,
}: Pick<StartModel, "captcha" | "solved"> & {
  /** Where the form stands with another sum. */
  another: string;
  error: string | undefined;
}) {
  if (!captcha)
    return (
      <>
        <input type="hidden" name="solved" value={solved} />
        <p className="lg-hint">验证码已通过，改正后直接提交，不用再算。</p>
      </>
    );
  return (
    <>
      <input type="hidden" name="captchaId" value={captcha.id} />
      <div className="lg-ask">
        <label htmlFor="captcha">验证码：图中算式的结果</label>
        <a href={another}>换一张</a>
      </div>
      <div className="lg-sum">
        <input
          id="captcha"
          name="captcha"
          className="in"
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          {...(error ? { "aria-invalid": true, "aria-describedby": "captcha-error" } : {})}
        />
        <SumPicture picture={captcha.picture} />
      </div>
      {error ? (
        <p className="er" id="captcha-error">
          {error}
        </p>
      ) : null}
    </>
  );
}
