/**
 * Proofs that need the secret: the other end knows it, and sent each text once and in
 * order. The package does not know the meaning of texts. Called by links, media and
 * joining.
 */
@NullMarked
package io.github.leaderelection.internal.transport.seal;

import org.jspecify.annotations.NullMarked;
