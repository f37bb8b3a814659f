package io.github.leaderelection.simulator.branches;

/**
 * Why a branch is not taken in the simulator.
 *
 * @param text in words
 * @param seldom whether chance takes it now and then, so that it may be taken as well
 */
record Reason(String text, boolean seldom) {
}
