package io.github.leaderelection.simulator.branches;

/**
 * One of the ways on from a condition.
 *
 * @param type the simple name of the class
 * @param method the method
 * @param line the line of the source, 0 if unknown
 * @param condition which condition of that line, from 1: {@code a && b} are two
 * @param way {@code jumps} if the rest of the expression or the block is skipped,
 * {@code goes on} if not, or {@code case} and a number for a way on from a switch
 */
record Branch(String type, String method, int line, int condition, String way) {
}
