/**
 * The default election: terms, scouting and leases over a majority (BlazingMQ's elector
 * made safe). A pure protocol; only its entry class and its messages are public, for the
 * runtime that drives it and the transport that carries them.
 */
@NullMarked
package io.github.leaderelection.internal.quorum;

import org.jspecify.annotations.NullMarked;
