/**
 * Elections in two layers: a nomination says who should stand, and the quorum election
 * under it decides who leads. So votes, leases, tokens and restarts are written and
 * proven once. May be used by the algorithms; nothing else knows it.
 */
@NullMarked
package io.github.leaderelection.internal.nomination;

import org.jspecify.annotations.NullMarked;
