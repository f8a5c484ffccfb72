import { expect, test } from '../fixtures';

test('18: the app protocol serves only the bundle', async ({ start }) => {
  const { page } = await start();
  const paths = [
    'app://waypost/../package.json',
    'app://waypost/..%2fpackage.json',
    'app://waypost/%2e%2e%2f%2e%2e%2fpackage.json',
    'app://waypost/..%5c..%5cpackage.json',
    'app://waypost/....//main/main.mjs',
    'app://waypost/assets/basemap/..%2f..%2f..%2fmain%2fmain.mjs',
    'app://waypost/assets/basemap/..%2f..%2f..%2f..%2fpackage.json',
    'app://waypost/assets/icons/256x256.png',
    'app://waypost/%2fetc%2fpasswd',
    'app://waypost//etc/passwd',
    'app://waypost/%252e%252e%252fpackage.json',
    'app://waypost/index.html%00.png',
    'app://waypost/%',
    'app://elsewhere/index.html',
    'app://waypost@elsewhere/index.html',
  ];
  const answers = await page.evaluate(
    (all) =>
      Promise.all(
        all.map((address) =>
          fetch(address).then(
            ({ status }) => status,
            () => 'refused',
          ),
        ),
      ),
    paths,
  );
  const served = paths.filter((_, i) => answers[i] === 200);
  // A doubled slash or a resolved `..` is the root of the bundle, which has no such file.
  expect(served).toEqual([]);
  const post = await page.evaluate(() =>
    fetch('app://waypost/index.html', { method: 'POST', body: 'x' }).then(({ status }) => status),
  );
  expect(post).toBe(403);
});
