/**
 * Forwards WebFlux requests to the leader without blocking a thread. The
 * auto-configuration creates the public class.
 */
@NullMarked
package io.github.leaderelection.internal.forward.reactive;

import org.jspecify.annotations.NullMarked;
