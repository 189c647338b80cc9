import { type ParameterKey, parameterFacts } from "~/shared/parameters";

/** Whole numbers as a new installation has them, for conditions that name a parameter. */
export const initialLimit = (key: ParameterKey) => Number(parameterFacts(key)?.initial);
