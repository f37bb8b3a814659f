/**
 * The elections there are: the default one, and those that are found on the class path.
 * Asked by the node that runs one, and by the simulator that tries them all.
 */
@NullMarked
package io.github.leaderelection.internal.algorithm;

import org.jspecify.annotations.NullMarked;
