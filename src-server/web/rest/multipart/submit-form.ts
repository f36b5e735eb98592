import type { FastifyRequest } from 'fastify'
import { compactText } from '#shared/compact-text.ts'
import { isPaymentType, paymentTypes } from '#shared/payment-type.ts'
import { submitInput } from '#shared/submission-schema.ts'
import type { CallContext } from '../../../context.ts'
import { invalid } from '../../../platform/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { jsonNumber } from '../../../platform/parsed-json.ts'
import type { Submitter } from '../../../submissions/new-submission.ts'
import { submitExchange } from '../../../submissions/submit-exchange.ts'
import { withReceivedFiles } from './received-files.ts'

/** The documented `POST /api/submit`. `whenReceived` is called before the submission, when the form is complete. */
export async function submitMultipart(
  ctx: CallContext,
  customer: Submitter,
  request: FastifyRequest,
  whenReceived: () => Promise<void>,
) {
  return withReceivedFiles(ctx.app, customer.id, request, async (fields, received) => {
    await whenReceived()
    const input = submitInput.parse(inputOf(fields, request.headers['idempotency-key']))
    return submitExchange(ctx, customer, input, received)
  })
}

/** Form fields are text: amounts become numbers and flags booleans. The specification fixes the field names. */
function inputOf(fields: Record<string, string>, idempotencyKey: string | string[] | undefined): unknown {
  const amount = (name: string) => {
    const text = compactText(fields[name] ?? '')
    if (text === '') return undefined
    const value = jsonNumber(text)
    if (value === undefined) throw invalid(name, `${name} must be a number.`)
    return value
  }
  const flag = (name: string, otherwise: boolean) => {
    const text = (fields[name] ?? '').trim().toLowerCase()
    if (text === '') return otherwise
    // Python and .NET write 'True'.
    if (text !== 'true' && text !== 'false') throw invalid(name, `${name} must be true or false.`)
    return text === 'true'
  }
  const text = (name: string) => fields[name] ?? ''
  return {
    cardBrand: brandOf(fields),
    cardValue: amount('cardValue'),
    cardCondition: fields.cardCondition,
    cardNumber: text('cardNumber'),
    securityCode: text('securityCode'),
    expiringDate: fields.expiringDate,
    additionalInfo: fields.additionalInfo,
    accountName: text('accountName'),
    phone: fields.phone,
    paymentMethod: methodOf(fields),
    paymentDetails: fields.paymentDetails,
    accountNumber: fields.accountNumber,
    routingNumber: fields.routingNumber,
    savePaymentMethod: flag('savePaymentMethod', false),
    fileIds: [],
    // The specified form has no such field: the call accepts the terms unless it says that it does not.
    termsAccepted: flag('termsAccepted', true),
    quoteId: fields.quoteId,
    exchangeRate: amount('exchangeRate'),
    payoutAmount: amount('payoutAmount'),
    resubmitOf: fields.resubmitOf || undefined,
    idempotencyKey: idempotencyKey?.toString(),
  }
}

/** The form has two fields for the brand. @throws AppError 'bad_request' when they differ */
function brandOf({ cardBrand, giftCardBrand }: Record<string, string>) {
  if (cardBrand && giftCardBrand && cardBrand !== giftCardBrand)
    throw invalid('giftCardBrand', 'cardBrand and giftCardBrand must name the same brand.')
  return cardBrand || giftCardBrand
}

/** With `paymentType` an id must name the same method; else `paymentMethod` is a type or the id of a saved one. */
function methodOf({ paymentMethod = '', paymentType = '' }: Record<string, string>) {
  if (paymentType === '') return paymentMethod
  if (!isPaymentType(paymentType))
    throw invalid('paymentType', `paymentType must be one of ${paymentTypes.join(', ')}.`)
  if (isPaymentType(paymentMethod) && paymentMethod !== paymentType)
    throw invalid('paymentType', 'paymentMethod and paymentType must name the same method.')
  return isId(paymentMethod) ? paymentMethod : paymentType
}
