import { tokenScopeMessages, tokenScopes } from '#shared/api-token.ts'
import { type Html, html } from '../mail/html-text.ts'
import type { JsonSchema } from './json-schema.ts'
import type { ApiDocument, Media, Operation, Parameter } from './openapi.ts'

type Call = { method: string; path: string; operation: Operation }

const whoMessages: Readonly<Record<Operation['x-access'], string>> = {
  anyone: 'anyone',
  customer: 'a signed-in customer',
  member: 'a signed-in customer, staff',
  staff: 'staff',
  reviewer: 'reviewers and owners',
  support: 'support and owners',
  owner: 'owners',
  newPassword: 'staff',
  enrolment: 'staff',
}

/** The body of the API reference, rendered from the OpenAPI document alone. */
export function docsPage({ info, servers, tags, paths }: ApiDocument): Html {
  const base = servers[0]?.url.replace(/\/$/, '') ?? ''
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method: method.toUpperCase(), path, operation })),
  )
  return html`<header><h1>${info.title}</h1>${paragraph(info.description)}
<p>The same as <a href="${base.startsWith('http') ? new URL(base).pathname.replace(/\/$/, '') : base}/api/openapi.json">OpenAPI 3.1</a>, for programs.</p>
<nav aria-label="Parts"><ul>${tags.map(({ name }) => html`<li><a href="#${slug(name)}">${name}</a></li>`)}<li><a href="#scopes">Scopes of tokens</a></li></ul></nav></header>
<main>${tags.map(
    ({ name }) =>
      html`<section aria-labelledby="${slug(name)}"><h2 id="${slug(name)}">${name}</h2>${calls
        .filter(({ operation }) => operation.tags.includes(name))
        .map((call) => callSection(call, base))}</section>`,
  )}
<section aria-labelledby="scopes"><h2 id="scopes">Scopes of tokens</h2>${table(
    'What each scope allows',
    ['Scope', 'Allows'],
    tokenScopes.map((scope) => [html`<code>${scope}</code>`, html`${tokenScopeMessages[scope]}`]),
  )}</section></main>`
}

function callSection({ method, path, operation }: Call, base: string): Html {
  const { summary, description, parameters = [], requestBody, responses, operationId } = operation
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const [status, answer] = Object.entries(responses)[0] ?? []
  const media = answer && 'content' in answer ? Object.entries(answer.content ?? {}) : []
  return html`<article aria-labelledby="${operationId}"><h3 id="${operationId}">${summary}</h3>
<span class="path"><b>${method}</b>${path}</span>
<p class="muted">${callers(operation)}</p>
${description === undefined ? undefined : paragraph(description)}
${parameters.length > 0 ? parameterTable(parameters, summary) : undefined}
${body ? html`${fieldTable(`Body of ${summary}, ${type}`, body.schema)}${example(body, method, base + path)}` : undefined}
${media.map(([kind, { schema }]) =>
  schema.properties || schema.items
    ? html`<details><summary>Answer ${status}<span class="muted">, ${kind}</span></summary>${fieldTable(`Answer of ${summary}`, schema)}</details>`
    : html`<p class="muted">Answer ${status}: ${kind}</p>`,
)}
<p class="muted">Refusals: ${Object.keys(responses).slice(1, -1).join(', ')}</p></article>`
}

function callers({ security, 'x-access': access }: Operation): string {
  const scopes = security.flatMap(({ token = [] }) => token)
  const who = `For ${whoMessages[access]}.`
  return scopes.length === 0 ? who : `${who} With a token: ${scopes.join(' or ')}.`
}

function parameterTable(parameters: readonly Parameter[], summary: string): Html {
  const rows = parameters.map(({ name, in: place, required, schema }) => [
    html`<code>${name}</code>`,
    html`${place}${required ? '' : ', optional'}`,
    html`${typeOf(schema)}`,
  ])
  return table(`Parameters of ${summary}`, ['Name', 'Where', 'What'], rows)
}

function fieldTable(caption: string, schema: JsonSchema): Html {
  const rows = fieldsOf(schema).map(({ name, schema, required }) => [
    html`<code>${name}</code>`,
    html`${required ? 'yes' : 'no'}`,
    html`${typeOf(schema)}`,
  ])
  return rows.length === 0 ? html`` : table(caption, ['Field', 'Always', 'What'], rows)
}

type FieldRow = { name: string; schema: JsonSchema; required: boolean }

/** Every field with its path: `data[].uploadedFiles[].id`. */
function fieldsOf(schema: JsonSchema, before = ''): FieldRow[] {
  if (schema.items) return fieldsOf(schema.items, `${before}[]`)
  const inner = schema.anyOf?.find(({ properties, items }) => properties ?? items)
  if (inner) return fieldsOf(inner, before)
  return Object.entries(schema.properties ?? {}).flatMap(([field, each]) => {
    const name = before === '' ? field : `${before}.${field}`
    return [{ name, schema: each, required: schema.required?.includes(field) ?? false }, ...fieldsOf(each, name)]
  })
}

function typeOf({
  type,
  enum: values,
  const: value,
  items,
  anyOf,
  maxLength,
  default: given,
  ...more
}: JsonSchema): string {
  const kind = [type].flat().join(' or ')
  const base =
    values?.join(', ') ?? (value === undefined ? undefined : String(value)) ?? anyOf?.map(typeOf).join(' or ')
  const words = [base ?? (items ? `list of ${typeOf(items)}` : more.format === 'binary' ? 'file' : kind || 'any')]
  if (typeof maxLength === 'number') words.push(`at most ${maxLength} characters`)
  if (given !== undefined) words.push(`${String(given) === '' ? 'empty' : String(given)} when left out`)
  if (more.description) words.push(String(more.description))
  return words.join('; ')
}

function example({ example: body }: Media, method: string, url: string): Html | undefined {
  if (body === undefined) return undefined
  const address = url.startsWith('http') ? url : `http://localhost:3000${url}`
  const command = `curl -X ${method} ${address} \\\n  -H 'authorization: Bearer gce_...' \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`
  return html`<pre tabindex="0" role="region" aria-label="Example of ${method} ${url}">${command}</pre>`
}

function table(caption: string, heads: readonly string[], rows: readonly Html[][]): Html {
  return html`<div class="scroll"><table><caption>${caption}</caption><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(
    ([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

/** A paragraph; text between backticks becomes `code`. */
function paragraph(text: string): Html {
  return html`<p>${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}</p>`
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '-')
}
