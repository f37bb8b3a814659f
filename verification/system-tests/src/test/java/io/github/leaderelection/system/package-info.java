/**
 * Tests on processes of the sample application, as an operator runs them.
 */
@NullMarked
package io.github.leaderelection.system;

import org.jspecify.annotations.NullMarked;
