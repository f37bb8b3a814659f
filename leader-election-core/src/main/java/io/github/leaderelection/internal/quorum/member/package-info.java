/**
 * What is exchanged with the other members beside elections.
 */
@NullMarked
package io.github.leaderelection.internal.quorum.member;

import org.jspecify.annotations.NullMarked;
