package io.github.leaderelection.internal.gate.skipped;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The parts needed to report scheduled runs that no node took.
 *
 * @param lease supplies the duration of a group's lease
 * @param drain supplies the drain time-out of a group
 */
public record RunWatch(Function<String, Duration> lease, Function<String, Duration> drain, Consumer<Object> events) {
}
