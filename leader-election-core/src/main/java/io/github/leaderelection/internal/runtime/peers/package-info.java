/**
 * The links to the other members, and what the members of a group must agree on before
 * they hear each other.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.peers;

import org.jspecify.annotations.NullMarked;
