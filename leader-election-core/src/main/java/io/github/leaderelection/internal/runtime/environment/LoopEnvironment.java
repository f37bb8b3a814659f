package io.github.leaderelection.internal.runtime.environment;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

import io.github.leaderelection.spi.PeerTransport;

/**
 * Everything the loop touches. None of it may block the loop.
 *
 * @param entropy the source of randomness, used only by the thread that runs the loop
 * @param transport carries messages; started by the loop, closed by its owner
 * @param ballotWriter runs saves of ballots, one at a time, off the loop
 * @param listeners runs notifications of listeners, one at a time in order, off the loop
 * @param answers answers callers, off the loop and apart from listeners: stages run user
 * code, and a listener may wait for one
 * @param watchdog ends leaderships whose lease ran out
 * @param positions asks applications for their positions, off the loop
 * @param waker has the inputs handled that the transport and callers queue
 */
public record LoopEnvironment(NodeClock clock, LongSupplier entropy, PeerTransport transport, Executor ballotWriter,
		Executor listeners, Executor answers, LeaseWatchdog watchdog, Executor positions, LoopWaker waker) {
}
