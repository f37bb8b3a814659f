/**
 * Sends requests of WebFlux to the leader. Nothing here waits on a thread. The
 * auto-configuration creates the public class.
 */
@NullMarked
package io.github.leaderelection.internal.forward.reactive;

import org.jspecify.annotations.NullMarked;
