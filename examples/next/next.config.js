// What the examples share stands beside this folder.
export default { turbopack: { root: new URL("..", import.meta.url).pathname } };
