import type { FastifyRequest } from 'fastify'
import { isPaymentType, paymentTypes } from '#shared/payment-type.ts'
import { submitInput } from '#shared/submission-schema.ts'
import type { Customer } from '../../accounts/sessions.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { isId } from '../../ids.ts'
import { submitExchange } from '../../submissions/submit-exchange.ts'
import { withReceivedFiles } from './received-files.ts'

/**
 * The documented `POST /api/submit`: fields and files in one body, in any order. Files are streamed to disk, then the
 * wizard's use case submits them. The files of a rejected or repeated submission are removed.
 */
export async function submitMultipart(
  app: AppContext,
  customer: Customer,
  request: FastifyRequest,
): Promise<{ submissionId: string; isRepeat: boolean }> {
  return withReceivedFiles(app, customer.id, request, (fields, received) =>
    submitExchange(app, customer, submitInput.parse(inputOf(fields, request.headers['idempotency-key'])), received),
  )
}

/** Form fields are text: amounts become numbers, 'true' a boolean. The specification fixes the field names. */
function inputOf(fields: Record<string, string>, idempotencyKey: string | string[] | undefined): unknown {
  const amount = (name: string) => {
    const text = fields[name]
    if (text === undefined || text.trim() === '') return undefined
    const value = Number(text)
    if (!Number.isFinite(value)) throw new AppError('bad_request', `${name} must be a number.`, { field: name })
    return value
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
    savePaymentMethod: fields.savePaymentMethod === 'true',
    fileIds: [],
    // The specified form has no such field: the call accepts the terms unless it says 'false'.
    termsAccepted: fields.termsAccepted !== 'false',
    quoteId: fields.quoteId,
    exchangeRate: amount('exchangeRate'),
    payoutAmount: amount('payoutAmount'),
    idempotencyKey: idempotencyKey?.toString(),
  }
}

/** The form has two fields for the brand. @throws AppError 'bad_request' when they differ */
function brandOf({ cardBrand, giftCardBrand }: Record<string, string>): string | undefined {
  if (cardBrand && giftCardBrand && cardBrand !== giftCardBrand)
    throw new AppError('bad_request', 'cardBrand and giftCardBrand must name the same brand.', {
      field: 'giftCardBrand',
    })
  return cardBrand || giftCardBrand
}

/**
 * With `paymentType`, the form has the type and the details of a saved method, and an id must name the same one. Else
 * `paymentMethod` is a type or such an id. @throws AppError 'bad_request' for an unknown type, and for two methods
 */
function methodOf({ paymentMethod = '', paymentType = '' }: Record<string, string>): string {
  if (paymentType === '') return paymentMethod
  if (!isPaymentType(paymentType))
    throw new AppError('bad_request', `paymentType must be one of ${paymentTypes.join(', ')}.`, {
      field: 'paymentType',
    })
  if (isPaymentType(paymentMethod) && paymentMethod !== paymentType)
    throw new AppError('bad_request', 'paymentMethod and paymentType must name the same method.', {
      field: 'paymentType',
    })
  return isId(paymentMethod) ? paymentMethod : paymentType
}
