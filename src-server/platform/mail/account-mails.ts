import { formatCents } from '#shared/money.ts'
import type { SiteValues } from '#shared/site-settings.ts'
import { type MailTemplates, momentOf } from './mail-parts.ts'

/** The end of a warning about a change of the account. */
const ifNotYou = ({ supportEmail }: SiteValues) => ({
  button: { label: 'Contact support', url: `mailto:${supportEmail}` },
  notes: ["If it was you, there's nothing to do."],
})

export const accountMails = {
  welcome: ({ name }, links, site) => ({
    subject: `Welcome to ${site.brandName}`,
    preview: "You're all set. Here's how to turn a card into cash.",
    heading: "Welcome, you're all set",
    paragraphs: [
      `Hello ${name}, you can sell your first gift card right away.`,
      'Pick a brand and enter the value to see your exact payout. ' +
        'Then add photos. We check the card and pay you the way you choose.',
    ],
    button: { label: 'Sell a gift card', url: links.exchange },
    notes: ['We only email you about your orders and account.'],
  }),
  'password-reset': ({ name, token, minutes }, links) => ({
    subject: 'Choose a new password',
    preview: `The link works once and expires in ${minutes} minutes.`,
    paragraphs: [
      `Hello ${name}, we received a request to reset your password. If it was you, choose a new one here. The link works ` +
        `once and expires in ${minutes} minutes.`,
    ],
    button: { label: 'Choose a new password', url: links.resetPassword(token) },
    notes: ["If it wasn't you, delete this email; your password stays the same. Don't share this link."],
  }),
  'email-changed': ({ name }, _links, site) => ({
    subject: "Your account's email address was changed",
    preview: 'This address no longer belongs to the account.',
    paragraphs: [
      `Hello ${name}, the email address of your account was changed with your password. From now on we email the new ` +
        "address, and you can't sign in with this one.",
      "If it wasn't you, contact us right away: someone else knows your password.",
    ],
    ...ifNotYou(site),
  }),
  'destination-changed': ({ name, account, isPayout }, _links, site) => {
    const heading = isPayout ? 'Your payout goes to another account' : 'A payment method was added to your account'
    return {
      subject: heading,
      preview: account,
      paragraphs: [
        isPayout
          ? `Hello ${name}, a payout that did not reach you goes to ${account} now. To protect you, it waits for a while.`
          : `Hello ${name}, ${account} was saved as a payment method of your account.`,
        "If it wasn't you, contact us right away: someone else may have your account.",
      ],
      ...ifNotYou(site),
    }
  },
  'payout-waits': ({ name, amountCents, until }, _links, site) => {
    const amount = formatCents(amountCents)
    return {
      subject: `Your payout of ${amount} waits`,
      preview: 'Your account was changed recently.',
      paragraphs: [
        `Hello ${name}, the password, the email address or a payment method of your account was changed recently. To protect you, your ` +
          `payout waits until ${momentOf(until)} UTC.`,
        "If it wasn't you, contact us before then: someone else may have your account.",
      ],
      ...ifNotYou(site),
    }
  },
  'chat-reply': ({ name }, links) => ({
    subject: 'You have a reply from support',
    preview: 'A new reply is waiting in your support chat.',
    heading: 'You have a reply',
    paragraphs: [`Hello ${name}, our support team replied to you. You can read the reply in your support chat.`],
    button: { label: 'Read the reply', url: links.contact },
  }),
  'controls-wait': ({ name, until }, links) => ({
    subject: 'Looser rules for the second person wait',
    preview: `They apply on ${momentOf(until)} UTC, unless they are taken back.`,
    paragraphs: [
      `${name} has changed the rules of who needs a second person. Another owner can confirm the change. Without that, ` +
        `it applies on ${momentOf(until)} UTC.`,
      'If it is not right, an owner takes it back before then: staff area, Settings, Rules.',
    ],
    button: { label: 'Open the site', url: links.home },
  }),
  'controls-overtaken': ({ name }, links) => ({
    subject: 'Looser rules for the second person do not apply',
    preview: 'The rules have changed since.',
    paragraphs: [`The looser rules that ${name} asked for waited. The rules have changed since, so they do not apply.`],
    button: { label: 'Open the site', url: links.home },
  }),
  test: ({ name }, links, { brandName }) => ({
    subject: `Test email from ${brandName}`,
    preview: 'Your mail server works.',
    heading: 'Your mail server works',
    paragraphs: [
      `Hello ${name}, you asked for this email in the staff area. Customers get theirs the same way, from this sender.`,
      'If it was in your spam folder, theirs will be too: set up SPF, DKIM and DMARC for the domain of the sender.',
    ],
    button: { label: 'Open your shop', url: links.home },
  }),
} satisfies Partial<MailTemplates>
