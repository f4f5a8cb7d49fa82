// A client on the types that openapi-typescript makes of the document; what it tells is read by test_clients.py.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const { LOADLINE_URL: baseUrl, LOADLINE_TOKEN: token } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const window = { startTime: "2020-01-01", endTime: "2100-01-01" };

const started = await client.POST("/api/v1/track-and-trace/trigger-check-call-by-load", {
  body: { toPhone: "+13125550142", loadNumber: "L-1", nextStopCity: "Dallas", nextStopState: "TX" },
});
if (!started.data) throw new Error(started.error.detail);
const status: components["schemas"]["CallStatus"] = started.data.call.status;

const listed = await client.GET("/api/v1/calls", { params: { query: window } });
const ids: number[] = listed.data?.calls.map(({ id }) => id) ?? [];

// A number that is a text, which the types don't let through.
// @ts-expect-error
const wrong = await client.POST("/api/v1/carrier-sales/trigger-call", { body: { toPhone: "+13125550142", loadId: "L-1", dotNumber: "7" } });
let codes: string[] = [];
if (wrong.error?.status === 400) codes = wrong.error.errors?.map(({ field, code }) => `${field}: ${code}`) ?? [];

const held = await client.POST("/api/v1/carrier-sales/trigger-call", {
  body: { toPhone: "+13125550142", loadId: "L-1", dotNumber: 7 },
});
let reason: components["schemas"]["ConflictCode"] | undefined;
if (held.error?.status === 409) reason = held.error.code;

console.log(JSON.stringify({ conversation: started.data.call.conversationId, status, ids, codes, reason }));
