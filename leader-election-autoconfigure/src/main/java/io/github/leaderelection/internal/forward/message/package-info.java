/**
 * Requests and answers as they are passed on: which headers go along, how bodies are read
 * and written. Called by those who talk to the leader.
 */
@NullMarked
package io.github.leaderelection.internal.forward.message;

import org.jspecify.annotations.NullMarked;
