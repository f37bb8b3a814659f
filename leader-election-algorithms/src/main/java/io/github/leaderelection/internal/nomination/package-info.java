/**
 * Layered elections: a nomination chooses who should stand, and the underlying quorum
 * election decides who leads. So votes, leases, tokens and restarts are implemented and
 * proven once. Only the algorithms use this package.
 */
@NullMarked
package io.github.leaderelection.internal.nomination;

import org.jspecify.annotations.NullMarked;
