/**
 * The end of quiet hours as one expression: with a query inside, the function was set up anew for everybody who is told, a seventh of what
 * a message cost; an expression becomes part of the statement that asks.
 * Written by hand; it stays as it is once it has run anywhere.
 */
export const name = "20261128-190500-quiet-hours-inline";

export const up = `
create or replace function quiet_end(at timestamptz, hour_from integer, hour_to integer) returns timestamptz language sql immutable as $$
  select case
    when hour_from is null or hour_to is null or hour_from = hour_to then at
    when hour_from < hour_to and extract(hour from at at time zone 'Asia/Shanghai')::int >= hour_from
        and extract(hour from at at time zone 'Asia/Shanghai')::int < hour_to
      then (date_trunc('day', at at time zone 'Asia/Shanghai') + hour_to * interval '1 hour') at time zone 'Asia/Shanghai'
    when hour_from > hour_to and extract(hour from at at time zone 'Asia/Shanghai')::int >= hour_from
      then (date_trunc('day', at at time zone 'Asia/Shanghai') + interval '1 day' + hour_to * interval '1 hour') at time zone 'Asia/Shanghai'
    when hour_from > hour_to and extract(hour from at at time zone 'Asia/Shanghai')::int < hour_to
      then (date_trunc('day', at at time zone 'Asia/Shanghai') + hour_to * interval '1 hour') at time zone 'Asia/Shanghai'
    else at end
$$;
`;
