// The lazy half of Mantine: only what is fetched for a date field comes through here, so that the package's front door costs nobody
// else a byte. The server never draws it.
import "dayjs/locale/zh-cn";

export { type CalendarLevel, DatePicker, DatesProvider, getTimeRange, TimeGrid } from "@mantine/dates";
