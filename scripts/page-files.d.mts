/** A route as Remix lists it. */
export interface PageRoute {
  id: string;
  parentId?: string;
  file: string;
  path?: string;
  index?: boolean;
}

export function routesOf(app: string): Record<string, PageRoute>;
export function routeOf(file: string): [string, PageRoute] | undefined;
