/**
 * What was said to whom stands with the deadlines: columns that kept the last day go, and the days before a form is due move to the
 * parameter of their reminder, where somebody chose others. Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261125-081500-reminded-by-deadlines";

/** Days in front of a form's last day, as reminders write them; the start of the program brings the rest of the row. */
export const keptDays = `
update parameter set key = 'deadline.form-answer.due.soon.days', value_type = 'days', allowed = null, unit = null,
  value = case when value = '0' then '当天' else '前' || value end, default_value = '前2'
  where key = 'notify.formDueDays';
`;

export const up = `
alter table source_data drop column reminded_for;
alter table type_inspection_due drop column told_on;
${keptDays}`;
