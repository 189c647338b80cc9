import type { LoginModel, Notice } from "~/ui/model";

/** A picture sum to be typed. */
export interface CaptchaModel {
  id: string;
  /** Drawn by the server, as an address that holds it. */
  picture: string;
  /** The same page with another picture. */
  again: string;
  error?: string;
}

export interface SignInModel extends LoginModel {
  /** Tells a form sent twice from two attempts. */
  once: string;
  captcha?: CaptchaModel;
}

/** Asking for a way back into an account, or, with `ticket`, setting the new password. */
export interface RecoverModel {
  step: "ask" | "asked" | "set" | "over";
  notices: Notice[];
  problem?: string;
  account: string;
  email: string;
  ticket: string;
  errors: Partial<Record<"account" | "email" | "newpassword" | "confirmpassword", string>>;
}
