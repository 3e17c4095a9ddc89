if vim.g.loaded_todo then
  return
end
vim.g.loaded_todo = 1

if vim.fn.has('nvim-0.7') == 0 then
  vim.api.nvim_err_writeln('todo: needs Neovim 0.7 or later')
  return
end

vim.api.nvim_create_user_command('Todo', function(options)
  require('todo.commands').run(options)
end, {
  nargs = '*',
  bang = true,
  desc = 'The todo list',
  complete = function(...)
    return require('todo.commands').complete(...)
  end,
})

local group = vim.api.nvim_create_augroup('todo', { clear = true })

local function on(event, callback)
  vim.api.nvim_create_autocmd(event, { group = group, pattern = 'todo://*', callback = callback })
end

on('BufReadCmd', function(event)
  require('todo').read(event.buf)
end)
on('BufWriteCmd', function(event)
  require('todo').save(event.buf, vim.v.cmdbang == 1)
end)
on('BufModifiedSet', function(event)
  require('todo').on_modified_set(event.buf)
end)
on('BufWipeout', function(event)
  require('todo.buffer').forget(event.buf)
end)
