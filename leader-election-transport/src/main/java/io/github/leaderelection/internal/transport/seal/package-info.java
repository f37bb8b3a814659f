/**
 * What the knowledge of the secret proves: who is at the other end of a connection, and
 * that what arrives on it was said there, once and in this order. Knows nothing of what
 * is said. Called by links, by what carries them and by those who join.
 */
@NullMarked
package io.github.leaderelection.internal.transport.seal;

import org.jspecify.annotations.NullMarked;
