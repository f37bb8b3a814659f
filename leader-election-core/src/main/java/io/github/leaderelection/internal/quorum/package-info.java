/**
 * The default election, terms, scouting and leases over a majority (BlazingMQ's elector
 * made safe): its messages, and its state with all that can be asked of it. A pure
 * protocol.
 */
@NullMarked
package io.github.leaderelection.internal.quorum;

import org.jspecify.annotations.NullMarked;
