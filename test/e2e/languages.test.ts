import { languages } from '../../shared/i18n/languages';
import { createTranslate } from '../../shared/i18n/translate';
import { connect } from '../support/app';
import { languageOf } from '../support/english';
import { expect, test } from '../support/fixtures';
import { closeScene, scenesIn } from '../support/scenes';
import { englishIn, shownTexts } from '../support/shown-texts';
import { amount } from '../support/test-length';

// That every text is a message is shown in the pseudo-languages; one change shows that it follows the language.
const [first, ...others] = languages
  .map(({ tag }) => tag)
  .filter((tag) => tag !== 'en')
  .slice(0, amount({ sample: 2, long: languages.length }));

test('no page, dialog or menu shows an English text in another language, also when it is changed there', async ({
  start,
  serve,
}) => {
  test.setTimeout(600_000);
  const service = await serve({ devices: 20 });
  const { page } = await start({ switches: [`--lang=${first}`] });
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', first!);
  const t = createTranslate(languageOf({ language: first! }));
  /** For each language the texts, with the scene in which they were first. */
  const seen = new Map(languages.map(({ tag }) => [tag, new Map<string, string>()]));
  const read = async (scene: string) => {
    for (const tag of [...others, first!]) {
      await page.evaluate((language) => window.waypost.settings.change({ language }), tag);
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
      // What follows the language is drawn with the next picture.
      await page.evaluate(
        () => new Promise((drawn) => void requestAnimationFrame(() => setTimeout(drawn))),
      );
      const texts = seen.get(tag)!;
      for (const text of await shownTexts(page)) if (!texts.has(text)) texts.set(text, scene);
    }
  };
  await read('connect');
  await connect(page, service, t);
  const { pages, overlays } = scenesIn(t);
  for (const { name: scene, open, within } of [...pages, ...overlays]) {
    await open(page);
    await read(scene);
    if (within !== undefined) await closeScene(page);
  }
  for (const tag of [...others, first!]) {
    const texts = seen.get(tag)!;
    const english = englishIn([...texts.keys()], tag);
    expect.soft(english.map((text) => `${tag}, ${texts.get(text)}: ${text}`)).toEqual([]);
    expect.soft(texts.size, tag).toBeGreaterThan(200);
  }
});
