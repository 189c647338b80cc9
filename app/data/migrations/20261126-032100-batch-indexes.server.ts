/**
 * What a trace asks: rows of one batch, in the journal and in lines and certificates, and batches of a supplier by the days they moved. Written
 * by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261126-032100-batch-indexes";

export const up = `
create index if not exists "io_data_batch_idx" on "io_data" ("batch_no", "supplier_id", "material_id");
create index if not exists "io_data_supplier_day_idx" on "io_data" ("supplier_id", "post_date");
create index if not exists "delivery_note_items_batch_idx" on "delivery_note_items" ("batch_no");
create index if not exists "goods_receipt_items_batch_idx" on "goods_receipt_items" ("batch_no");
create index if not exists "purchase_return_items_batch_idx" on "purchase_return_items" ("batch_no");
create index if not exists "inbound_coa_batch_idx" on "inbound_coa" ("batch_no");
`;
