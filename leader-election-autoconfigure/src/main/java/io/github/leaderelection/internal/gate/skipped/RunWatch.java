package io.github.leaderelection.internal.gate.skipped;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What it takes to tell of scheduled runs that nobody took.
 *
 * @param lease how long leadership of a group lasts if nothing renews it
 * @param drain how long running work is awaited before leadership is given up
 */
public record RunWatch(Function<String, Duration> lease, Function<String, Duration> drain, Consumer<Object> events) {
}
