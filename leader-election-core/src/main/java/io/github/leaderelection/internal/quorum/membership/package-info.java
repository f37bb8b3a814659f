/**
 * What is exchanged with the other members beside elections.
 */
@NullMarked
package io.github.leaderelection.internal.quorum.membership;

import org.jspecify.annotations.NullMarked;
