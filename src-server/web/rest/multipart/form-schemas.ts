import { MAX_FILES_PER_MESSAGE } from '#shared/chat.ts'
import { chatReplyInput } from '#shared/chat-schema.ts'
import { paymentTypes } from '#shared/payment-type.ts'
import { MAX_EVIDENCE } from '#shared/problem.ts'
import { reportProblemInput } from '#shared/problem-schema.ts'
import { MAX_BOXES } from '#shared/redaction.ts'
import { submitInput } from '#shared/submission-schema.ts'
import { MAX_FILES_PER_SUBMISSION } from '#shared/upload.ts'
import { type JsonSchema, jsonSchemaOf, withoutFields } from '../../http/json-schema.ts'

const binary: JsonSchema = { type: 'string', format: 'binary' }
const boxes: JsonSchema = {
  type: 'string',
  description: `JSON: a list of at most ${MAX_BOXES} {x, y, w, h} in 1/10,000 of the width and height of the upright picture; [] when nothing on it can be spent.`,
}

export const uploadForm: JsonSchema = { type: 'object', properties: { file: binary }, required: ['file'] }

export function replyForm(): JsonSchema {
  const fields = withoutFields(jsonSchemaOf(chatReplyInput, 'input'), ['fileIds'])
  const files: JsonSchema = { type: 'array', items: binary, maxItems: MAX_FILES_PER_MESSAGE }
  return { ...fields, required: ['sessionId'], properties: { ...fields.properties, files } }
}

export function problemForm(): JsonSchema {
  const fields = withoutFields(jsonSchemaOf(reportProblemInput, 'input'), ['submissionId', 'evidenceIds'])
  const files: JsonSchema = { type: 'array', items: binary, maxItems: MAX_EVIDENCE }
  const boxesOfAll: JsonSchema = {
    type: 'array',
    items: boxes,
    maxItems: MAX_EVIDENCE,
    description: 'One for each picture, in the same order: the field is repeated.',
  }
  return {
    ...fields,
    dependentRequired: { files: ['boxes'] },
    properties: { ...fields.properties, files, boxes: boxesOfAll },
  }
}

export function evidenceForm(): JsonSchema {
  return { type: 'object', properties: { file: binary, boxes }, required: ['file', 'boxes'] }
}

export function submitForm(): JsonSchema {
  const fields = withoutFields(jsonSchemaOf(submitInput, 'input'), ['fileIds', 'idempotencyKey', 'termsAccepted'])
  const files: JsonSchema = { type: 'array', items: binary, minItems: 1, maxItems: MAX_FILES_PER_SUBMISSION }
  const terms: JsonSchema = { type: 'string', enum: ['true', 'false'], default: 'true' }
  const giftCardBrand: JsonSchema = { type: 'string', description: 'The same as cardBrand; one of them is enough.' }
  const paymentType: JsonSchema = {
    type: 'string',
    enum: [...paymentTypes],
    description: 'With the details of a saved method, in place of its id as paymentMethod.',
  }
  const either = ['cardBrand', 'paymentMethod']
  return {
    ...fields,
    required: [...(fields.required ?? []).filter((name) => !either.includes(name)), 'files'],
    anyOf: ['cardBrand', 'giftCardBrand'].flatMap((brand) =>
      ['paymentMethod', 'paymentType'].map((method) => ({ required: [brand, method] })),
    ),
    properties: { ...fields.properties, giftCardBrand, paymentType, termsAccepted: terms, files },
  }
}
