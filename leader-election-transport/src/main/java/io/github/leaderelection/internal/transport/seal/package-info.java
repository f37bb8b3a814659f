/**
 * Proofs that need the secret: who is at the other end of a connection, and that each
 * text was sent there, once and in order. Does not know what the texts mean. Called by
 * links, media and joining.
 */
@NullMarked
package io.github.leaderelection.internal.transport.seal;

import org.jspecify.annotations.NullMarked;
