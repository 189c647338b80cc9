import type { LinksFunction } from "@remix-run/node";
import registerHref from "./register.css";

export const registerLinks: LinksFunction = () => [{ rel: "stylesheet", href: registerHref }];
