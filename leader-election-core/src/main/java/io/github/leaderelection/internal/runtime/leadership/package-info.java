/**
 * The leadership that this node holds, as readers and listeners see it: granted, renewed,
 * ended exactly once. Readers take no lock.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.leadership;

import org.jspecify.annotations.NullMarked;
