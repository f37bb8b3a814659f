package io.github.leaderelection.system.chaos;

/**
 * An attempt to write to the register.
 *
 * @param node who wrote
 * @param token under which token
 * @param asked the stamp before it asked whether it leads
 * @param answered the stamp after the answer
 * @param accepted whether the register took it
 * @param counter how often the register had been written, this time included
 */
record Attempt(String node, long token, long asked, long answered, boolean accepted, long counter) {
}
