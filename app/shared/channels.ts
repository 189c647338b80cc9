/** Channels that reach a person through a gateway of the company, as people call them; a binding names its channel by the same word. */
export const GATEWAY_CHANNELS = { wecom: "企业微信", sms: "短信" } as const;
export type GatewayChannel = keyof typeof GATEWAY_CHANNELS;

export const GATEWAY_CHANNEL_KEYS = Object.keys(GATEWAY_CHANNELS) as GatewayChannel[];

export function isGatewayChannel(text: string): text is GatewayChannel {
  return Object.hasOwn(GATEWAY_CHANNELS, text);
}

/** Signs a text message may have, title included: more becomes several messages, each of them paid for. */
export const LONGEST_SMS = 200;

/** A text no longer than that; what is cut off says so. */
export function shortened(text: string, most: number): string {
  const signs = [...text];
  return signs.length > most ? `${signs.slice(0, most - 1).join("")}…` : text;
}

/** Addresses of a channel as they are sent; null for what cannot be one. */
export function channelAddress(channel: GatewayChannel, typed: string): string | null {
  const plain = typed.normalize("NFKC").trim();
  if (channel === "wecom") return /^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$/.test(plain) ? plain : null;
  const digits = plain.replace(/[\s()-]/g, "").replace(/^\+?86(?=1\d{10}$)/, "");
  return /^1[3-9]\d{9}$/.test(digits) ? digits : null;
}
