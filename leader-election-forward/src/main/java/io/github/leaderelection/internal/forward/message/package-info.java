/**
 * Forwarded requests and answers: which headers are copied, and how bodies are read and
 * written. The forwarding package calls it.
 */
@NullMarked
package io.github.leaderelection.internal.forward.message;

import org.jspecify.annotations.NullMarked;
