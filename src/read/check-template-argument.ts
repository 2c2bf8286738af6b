import { AppError } from '../base/errors.ts';

/**
 * Whether a template can be used, before anything is fetched for it. The templates are loaded only for a call that
 * names one. @throws AppError `invalid_argument` that says what is wrong.
 */
export async function checkTemplateArgument(template: string | undefined): Promise<void> {
  if (template === undefined || template === 'auto' || template === 'none') return;
  const { askedTemplate } = await import('../extract/template/choose.ts');
  const { TemplateFault } = await import('../extract/template/template.ts');
  try {
    askedTemplate(template);
  } catch (thrown) {
    if (!(thrown instanceof TemplateFault || thrown instanceof SyntaxError)) throw thrown;
    throw new AppError('invalid_argument', `The template cannot be used: ${thrown.message.slice(0, 1000)}.`, {
      hint: 'Give auto, none, the name of a template, or JSON such as {"fields":[{"name":"title","select":"h1"}]}.',
    });
  }
}
