/**
 * How text of others is shown. Knows nothing else.
 */
@NullMarked
package io.github.leaderelection.internal.text;

import org.jspecify.annotations.NullMarked;
