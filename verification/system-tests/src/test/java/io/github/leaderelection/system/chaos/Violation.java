package io.github.leaderelection.system.chaos;

/**
 * A promise that was not kept.
 *
 * @param promise which
 * @param what by whom and how
 */
public record Violation(String promise, String what) {
}
