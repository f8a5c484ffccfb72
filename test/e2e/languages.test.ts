import { languages } from '../../shared/i18n/languages';
import { createTranslate } from '../../shared/i18n/translate';
import { connect } from '../support/app';
import { languageOf } from '../support/english';
import { expect, test } from '../support/fixtures';
import { closeScene, scenesIn } from '../support/scenes';
import { englishIn, shownTexts } from '../support/shown-texts';

for (const { tag, name } of languages.filter((language) => language.tag !== 'en')) {
  test(`in ${name} no page, dialog or menu shows an English text`, async ({ start, serve }) => {
    const service = await serve({ devices: 20 });
    const { page } = await start({ switches: [`--lang=${tag}`] });
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    const t = createTranslate(languageOf({ language: tag }));
    const firstSeen = new Map<string, string>();
    const read = async (scene: string) => {
      for (const text of await shownTexts(page)) {
        if (!firstSeen.has(text)) firstSeen.set(text, scene);
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
    const english = englishIn([...firstSeen.keys()], tag);
    expect(english.map((text) => `${firstSeen.get(text)}: ${text}`)).toEqual([]);
  });
}
