/**
 * Forwards requests to the leader: finds handlers and leader, proxies, refuses and
 * counts. The auto-configuration creates the public classes.
 */
@NullMarked
package io.github.leaderelection.internal.forward;

import org.jspecify.annotations.NullMarked;
